/**
 * The slow receivers in their own process: `slowReceiverProcess.ts <milliseconds of a second>`; sends its ports to the
 * parent.
 */
import { type AddressInfo, createServer } from "node:net"
import process from "node:process"
import { slowReceivers } from "./slowReceivers.ts"

const second = Number(process.argv[2])

const ports = slowReceivers.map(
  ({ serve }) =>
    new Promise<number>((resolve) => {
      const server = createServer({ allowHalfOpen: true }, (socket) => {
        socket.on("error", () => socket.destroy()).on("end", () => socket.destroy())
        serve(socket, second)
        socket.resume()
      })
      server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port))
    })
)

process.send?.(await Promise.all(ports))
process.on("disconnect", () => process.exit())
