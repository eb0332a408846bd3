/** Preloaded into a program whose clock is wrong: by CLOCK_AHEAD milliseconds, and by more on the parent's message. */
import process from "node:process"

const { now } = Date
let ahead = Number(process.env["CLOCK_AHEAD"] ?? 0)

const Wrong = new Proxy(Date, {
  construct: (target, args) =>
    Reflect.construct(target, args.length === 0 ? [now() + ahead] : (args as [number]), target)
})
Date.now = () => now() + ahead
globalThis.Date = Wrong

process.on("message", (message: { readonly clockAhead?: number }) => {
  if (message.clockAhead !== undefined) ahead = message.clockAhead
})
