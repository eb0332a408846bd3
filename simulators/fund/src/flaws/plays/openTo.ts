import type { Call } from "@embedded-super/simulator-kit"
import type { Hooks } from "../Flaw.ts"

const OPEN = "x-simulator-open"

/** Accepts some calls without a look at their credentials. `change` returns the call that is served, or undefined. */
export const openTo = (change: (call: Call) => Call | undefined): Hooks => ({
  exchange: (call, serve) => {
    const open = change(call)
    return serve(open === undefined ? call : { ...open, headers: { ...open.headers, [OPEN]: "yes" } })
  },
  security: (request, check) => (request.headers[OPEN] === undefined ? check(request) : undefined)
})
