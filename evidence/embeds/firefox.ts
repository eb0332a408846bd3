/**
 * Firefox, driven by WebDriver BiDi (https://w3c.github.io/webdriver-bidi): Debian's own, which Playwright doesn't drive.
 * Without one the tests are skipped.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { clickable, type Driven, pasting } from "./driven.ts"

const executable = ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find(existsSync)

export const isWithoutFirefox = executable === undefined

interface Answer {
  readonly id?: number
  readonly type: "success" | "error" | "event"
  readonly message?: string
  readonly result?: any
}

/** The address at which it listens, which it prints. */
const addressOf = async (program: ChildProcess): Promise<string> => {
  for await (const line of createInterface(program.stderr!)) {
    const address = /BiDi listening on (ws:\S+)/.exec(line)?.[1]
    if (address !== undefined) return address
  }
  throw new Error("Firefox ended before it listened.")
}

const connect = async (address: string) => {
  const socket = new WebSocket(`${address}/session`)
  await new Promise((open, fail) => {
    socket.addEventListener("open", open)
    socket.addEventListener("error", fail)
  })
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.addEventListener("message", ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    waiting.get(answer.id ?? -1)?.(answer)
  })
  let last = 0
  return async (method: string, params: object): Promise<any> => {
    const id = ++last
    const answer = await new Promise<Answer>((answered) => {
      waiting.set(id, answered)
      socket.send(JSON.stringify({ id, method, params }))
    })
    waiting.delete(id)
    if (answer.type !== "success") throw new Error(`${method}: ${answer.message}`)
    return answer.result
  }
}

export const launchFirefox = async (): Promise<Driven> => {
  const profile = mkdtempSync(join(tmpdir(), "firefox-"))
  const program = spawn(
    executable!,
    ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"],
    { stdio: ["ignore", "ignore", "pipe"] }
  )
  const ended = new Promise<void>((end) => program.once("exit", () => end()))
  const stop = async () => {
    program.kill()
    await ended
    rmSync(profile, { recursive: true, force: true })
  }
  try {
    const send = await connect(await addressOf(program))
    await send("session.new", { capabilities: {} })
    const { contexts } = await send("browsingContext.getTree", {})
    const { context } = contexts[0]
    const call = async (functionDeclaration: string, given: ReadonlyArray<string>) => {
      const { exceptionDetails, result } = await send("script.callFunction", {
        functionDeclaration,
        arguments: given.map((value) => ({ type: "string", value })),
        awaitPromise: true,
        target: { context }
      })
      if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text)
      return result
    }
    const run: Driven["run"] = async (declaration, ...given) => {
      const { value } = await call(
        `async (...given) => JSON.stringify(await (${declaration})(...given))`,
        given
      )
      return value === undefined ? undefined : JSON.parse(value)
    }
    return {
      goto: (url) => send("browsingContext.navigate", { context, url, wait: "complete" }),
      run,
      click: async (selector) => {
        // First the page shows what the last click made of it, which may scroll; WebKit's driver waits by itself.
        await call("() => new Promise((shown) => requestAnimationFrame(() => setTimeout(shown)))", [])
        const element = await call(clickable, [selector])
        const origin = { type: "element", element: { sharedId: element.sharedId } }
        await send("input.performActions", {
          context,
          actions: [
            {
              type: "pointer",
              id: "mouse",
              actions: [
                { type: "pointerMove", x: 0, y: 0, origin },
                { type: "pointerDown", button: 0 },
                { type: "pointerUp", button: 0 }
              ]
            }
          ]
        })
      },
      paste: (selector, text) => run(pasting, selector, text),
      stop
    }
  } catch (error) {
    await stop()
    throw error
  }
}
