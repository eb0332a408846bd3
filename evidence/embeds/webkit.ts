/**
 * WebKitGTK, driven by its own WebDriver (https://www.w3.org/TR/webdriver2/): Debian's webkit2gtk-driver, on a display of Xvfb.
 * Without them the tests are skipped.
 */
import { freePort } from "@embedded-super/program/freePorts"
import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, globSync } from "node:fs"
import { clickable, type Driven, pasting } from "./driven.ts"

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
