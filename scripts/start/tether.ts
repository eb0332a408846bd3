import process from "node:process"

// The channel to the parent closes when the parent ends for any reason. This program then ends too, cleanly.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"))
process.channel?.unref()
