/**
 * WebKitGTK, driven by its own WebDriver (https://www.w3.org/TR/webdriver2/): Debian's webkit2gtk-driver, on a display of Xvfb.
 * Without them the tests are skipped.
 */
import { freePort } from "@embedded-super/program/freePorts"
import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, globSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"

/** One page of a browser that Playwright doesn't drive: Debian's Firefox and WebKitGTK. */
export interface Driven {
  readonly goto: (url: string) => Promise<void>
  /** Runs a function, given as text, in the page, with texts as its arguments; its result is JSON. */
  readonly run: <Result>(declaration: string, ...given: ReadonlyArray<string>) => Promise<Result>
  /** Clicks on the first element of a selector with the mouse. */
  readonly click: (selector: string) => Promise<void>
  /** Replaces the text of a box, as pasting does. */
  readonly paste: (selector: string, text: string) => Promise<void>
  readonly stop: () => Promise<void>
}

/** Finds the element of a selector, in view. */
const clickable =
  "(selector) => { const found = document.querySelector(selector); found.scrollIntoView({ block: 'center' }); return found }"

const pasting = `(selector, text) => {
  const box = document.querySelector(selector)
  box.focus()
  box.select()
  document.execCommand(text === "" ? "delete" : "insertText", false, text)
}`

const driver = "/usr/bin/WebKitWebDriver"
const [browser] = globSync("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")

export const isWithoutWebKit =
  browser === undefined || !existsSync(driver) || !existsSync("/usr/bin/xvfb-run")

/** Waits until the driver answers. */
const ready = async (address: string, program: ChildProcess): Promise<void> => {
  while (program.exitCode === null) {
    const answer = await fetch(`${address}/status`).catch(() => undefined)
    if (answer?.ok === true) return
    await new Promise((again) => setTimeout(again, 100))
  }
  throw new Error("WebKitWebDriver ended before it listened.")
}

/** The key of an element in a message of WebDriver. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf"

export const launchWebKit = async (): Promise<Driven> => {
  const port = await freePort()
  // A group of its own, which ends with the display, the driver and the browser.
  const program = spawn("xvfb-run", ["-a", driver, `--port=${port}`, "--host=127.0.0.1"], {
    stdio: "ignore",
    detached: true
  })
  const ended = new Promise<void>((end) => program.once("exit", () => end()))
  const stop = async () => {
    process.kill(-program.pid!)
    await ended
  }
  const address = `http://127.0.0.1:${port}`
  const send = async (path: string, body: object): Promise<any> => {
    const answer = await fetch(`${address}${path}`, { method: "POST", body: JSON.stringify(body) })
    const { value } = (await answer.json()) as { readonly value: any }
    if (!answer.ok) throw new Error(`${path}: ${value.error}: ${value.message}`)
    return value
  }
  try {
    await ready(address, program)
    const { sessionId } = await send("/session", {
      capabilities: {
        alwaysMatch: { "webkitgtk:browserOptions": { binary: browser, args: ["--automation"] } }
      }
    })
    const session = `/session/${sessionId}`
    const call = (declaration: string, given: ReadonlyArray<string>) =>
      send(`${session}/execute/sync`, { script: `return (${declaration})(...arguments)`, args: given })
    const run: Driven["run"] = (declaration, ...given) => call(declaration, given)
    return {
      goto: (url) => send(`${session}/url`, { url }),
      run,
      click: async (selector) => {
        const element = await call(clickable, [selector])
        await send(`${session}/element/${element[ELEMENT]}/click`, {})
      },
      paste: (selector, text) => run(pasting, selector, text),
      stop
    }
  } catch (error) {
    await stop()
    throw error
  }
}

// Firefox, driven by WebDriver BiDi (https://w3c.github.io/webdriver-bidi): Debian's own, which Playwright doesn't drive.
// Without one the tests are skipped.

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
