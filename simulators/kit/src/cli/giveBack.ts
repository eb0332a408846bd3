import process from "node:process"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

const lookEvery = 250
/** How far a process may grow beyond what it needed when it was last tidied, in bytes. */
const most = 32 * 1024 * 1024

type Collect = (options: { readonly type: "major"; readonly execution: "sync" }) => void

/**
 * Gives memory back that a busy time left behind. A simulator is kept open all day beside other programs, and Node alone
 * would keep several times what it needs. While nothing is called this costs nothing but the look.
 */
export const giveMemoryBack = (): void => {
  setFlagsFromString("--expose-gc")
  const collect = runInNewContext("gc") as Collect
  setFlagsFromString("--no-expose-gc")
  let needed = process.memoryUsage.rss()
  setInterval(() => {
    if (process.memoryUsage.rss() < needed + most) return
    collect({ type: "major", execution: "sync" })
    needed = process.memoryUsage.rss()
  }, lookEvery).unref()
}
