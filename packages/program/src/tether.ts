/**
 * For `node --import`, in a program that was started with an "ipc" channel: the channel closes when the parent ends, by a
 * kill too. The program then ends cleanly, and isn't left running.
 */
import process from "node:process"

process.once("disconnect", () => process.kill(process.pid, "SIGTERM"))
process.channel?.unref()
