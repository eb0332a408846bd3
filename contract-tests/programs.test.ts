import { spawn } from "node:child_process"
import { type AddressInfo, createServer, type Socket } from "node:net"
import process from "node:process"
import { expect, it } from "vitest"

/** A process that starts a program, as a worker of vitest does, and waits. */
const starter = `
import { startProgram } from ${JSON.stringify(import.meta.resolve("@embedded-super/program/startProgram"))}
startProgram("--eval", ["require('node:net').connect(Number(process.argv[1]), '127.0.0.1')", process.argv[1]])
setInterval(() => {}, 1000)
`

it("a program ends with the process that started it, even if that is killed", async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const connected = new Promise<Socket>((resolve) => server.once("connection", resolve))
  const { port } = server.address() as AddressInfo
  const parent = spawn(process.execPath, ["--input-type=module", "--eval", starter, `${port}`], {
    stdio: "inherit"
  })
  const socket = await connected
  // The program holds this connection for as long as it runs.
  const ended = new Promise<boolean>((resolve) => socket.resume().once("close", resolve))
  parent.kill("SIGKILL")
  expect(await ended).toBe(false)
  server.close()
})
