import process from "node:process"

// The channel to the parent closes when the parent ends, however it ends. Then this program ends too, in good order.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"))
process.channel?.unref()
