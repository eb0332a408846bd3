/** Funds whose refusals and failures mislead their caller. */
import type { Exchange, Reply } from "@embedded-super/simulator-kit"
import { ofGroup } from "./Fault.ts"
import {
  answeringOperations,
  crashed,
  invalid,
  json,
  jsonIn,
  on,
  onLookup,
  problem,
  refusing,
  withBody
} from "./plays/exchanges.ts"
import { lacksRequired } from "./plays/registrations.ts"

const stackTrace =
  "TypeError: Cannot read properties of undefined (reading 'id')\n    at register (/srv/fund/src/members.js:42:17)\n    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)"

/** Changes the answers with the status that is meant. */
const where =
  (isMeant: (status: number) => boolean) =>
  (answer: (reply: Reply) => Reply): Exchange =>
    answeringOperations((reply) => (isMeant(reply.status) ? answer(reply) : reply))

const refusals = where((status) => status === 400)

const rateLimits = where((status) => status === 429)

const failures = where((status) => status >= 500)

const retryingAfter = (headers: Reply["headers"]): Exchange =>
  rateLimits(() => problem(429, "rate_limited", "Rate limit exceeded", headers))

export const errors = ofGroup("errors", [
  {
    name: "validation-answered-500",
    sentence: "The fund answers 500 to everything that fails its validation.",
    killedBy: ["ERRORS-7-1"],
    finding:
      "fail: The fund answers a server error to a lookup that fails validation (abn is missing), so the service repeats the call.",
    play: () => ({ exchange: refusals(crashed) })
  },
  {
    name: "validation-answered-200",
    sentence: "The fund answers 200 with an error in the body to what fails its validation.",
    killedBy: ["ERRORS-7-1"],
    finding: "fail: The fund accepts a lookup that fails validation (abn is missing).",
    play: () => ({ exchange: refusals(() => json(200, { success: false, error: "validation_failed" })) })
  },
  {
    name: "validation-answered-422",
    sentence: "The fund answers 422 to what fails its validation.",
    killedBy: ["ERRORS-7-1"],
    finding:
      "fail: The fund answers a lookup that fails validation (abn is missing) with another status than 400.",
    play: () => ({ exchange: refusals(() => problem(422, "validation_failed", "The request is not valid")) })
  },
  {
    name: "validation-answered-401",
    sentence: "The fund answers 401 to what fails its validation.",
    killedBy: ["ERRORS-7-1"],
    finding:
      "fail: The fund answers a lookup that fails validation (abn is missing) like wrong credentials, so the service stops calling it.",
    play: () => ({ exchange: refusals(() => problem(401, "unauthenticated", "Not permitted")) })
  },
  {
    name: "validation-answered-429",
    sentence: "The fund answers 429 to what fails its validation.",
    killedBy: ["ERRORS-7-1"],
    finding:
      "fail: The fund answers a lookup that fails validation like a call too many, so the service repeats it.",
    play: () => ({
      exchange: refusals(() => problem(429, "rate_limited", "Not now", { "retry-after": "1" }))
    })
  },
  {
    name: "refused-person-kept",
    sentence: "The fund stores a person before it looks at the postcode, and keeps who is refused.",
    killedBy: ["ERRORS-7-8"],
    finding: "warn: The fund keeps a person as a member whose registration it refused.",
    play: () => ({
      exchange: on("registration", async (call, serve) => {
        const body = jsonIn(call)
        if (!/^\d{4}$/.test(String(body["postcode"] ?? "0800")))
          await serve(withBody(call, { ...body, postcode: "0800", state: "NT" }))
        return serve(call)
      })
    })
  },
  {
    name: "stack-trace-in-refusal",
    sentence: "The fund shows a stack trace in its refusals.",
    killedBy: ["ERRORS-7-6"],
    finding: "fail: An error shows the fund's inside: a stack trace or a message of its database.",
    play: () => ({ exchange: refusals((reply) => ({ ...reply, body: stackTrace })) })
  },
  {
    name: "html-refusals",
    sentence: "The fund refuses with a page in HTML.",
    killedBy: ["ERRORS-7-7"],
    finding: "warn: An error is a page in HTML.",
    play: () => ({
      exchange: refusals((reply) => ({
        ...reply,
        headers: { "content-type": "text/html; charset=utf-8" },
        body: "<!DOCTYPE html><html><body><h1>Bad Request</h1></body></html>"
      }))
    })
  },
  {
    name: "retry-after-missing",
    sentence: "The fund answers 429 without Retry-After.",
    killedBy: ["ERRORS-7-2"],
    finding: "fail: The fund answers 429 without Retry-After.",
    play: () => ({ exchange: retryingAfter({}) })
  },
  {
    name: "retry-after-as-words",
    sentence: "The fund answers 429 with words in Retry-After.",
    killedBy: ["ERRORS-7-2"],
    finding: "fail: The fund answers 429 with a Retry-After that can't be read.",
    play: () => ({ exchange: retryingAfter({ "retry-after": "a minute" }) })
  },
  {
    name: "retry-after-as-epoch",
    sentence: "The fund answers 429 with the time of day in Retry-After, in seconds since 1970.",
    killedBy: ["ERRORS-7-2"],
    finding: "fail: The fund answers 429 with a time in place of seconds in Retry-After.",
    play: () => ({ exchange: retryingAfter({ "retry-after": "1795400000" }) })
  },
  {
    name: "retry-after-in-milliseconds",
    sentence: "The fund answers 429 with milliseconds in Retry-After.",
    killedBy: ["ERRORS-7-2"],
    finding: "warn: The fund answers 429 with a Retry-After of more than an hour.",
    play: () => ({ exchange: retryingAfter({ "retry-after": "30000" }) })
  },
  {
    name: "retry-after-negative",
    sentence: "The fund answers 429 with a negative Retry-After.",
    killedBy: ["ERRORS-7-2"],
    finding: "fail: The fund answers 429 with a Retry-After that can't be read.",
    play: () => ({ exchange: retryingAfter({ "retry-after": "-1" }) })
  },
  {
    name: "retry-after-of-a-year",
    sentence: "The fund answers 429 with a year in Retry-After.",
    killedBy: ["ERRORS-7-2"],
    finding: "fail: The fund answers 429 with a Retry-After of more than five days.",
    play: () => ({ exchange: retryingAfter({ "retry-after": "30000000" }) })
  },
  {
    name: "retry-after-passed",
    sentence: "The fund answers 429 with a date in Retry-After that has passed.",
    killedBy: ["ERRORS-7-2"],
    finding: "warn: The fund answers 429 with a Retry-After that has passed.",
    play: () => ({ exchange: retryingAfter({ "retry-after": "Wed, 01 Jan 2020 00:00:00 GMT" }) })
  },
  {
    name: "rate-limit-answered-503",
    sentence: "The fund answers 503 when its rate limit is exceeded.",
    killedBy: ["ERRORS-7-3"],
    finding: "fail: The fund answers the profile's rate_limited_abn with another status than 429.",
    play: () => ({ exchange: rateLimits(() => problem(503, "rate_limited", "Too busy")) })
  },
  {
    name: "rate-limit-answered-403",
    sentence: "The fund answers 403 when its rate limit is exceeded.",
    killedBy: ["ERRORS-7-3"],
    finding: "fail: The fund answers the profile's rate_limited_abn with another status than 429.",
    play: () => ({ exchange: rateLimits(() => problem(403, "rate_limited", "Too busy")) })
  },
  {
    name: "failure-answered-200",
    sentence: "The fund answers 200 with an error in the body when it fails.",
    killedBy: ["ERRORS-7-4"],
    finding: "fail: The fund answers the profile's failing_abn as a success.",
    play: () => ({ exchange: failures(() => json(200, { error: "database unavailable" })) })
  },
  {
    name: "failure-answered-400",
    sentence: "The fund answers 400 when it fails itself.",
    killedBy: ["ERRORS-7-4"],
    finding: "fail: The fund answers the profile's failing_abn with another status than 5xx.",
    play: () => ({ exchange: failures(invalid) })
  },
  {
    name: "stack-trace-in-failure",
    sentence: "The fund shows a stack trace when it fails.",
    killedBy: ["ERRORS-7-6"],
    finding: "fail: An error shows the fund's inside: a stack trace or a message of its database.",
    play: () => ({ exchange: failures((reply) => ({ ...reply, body: stackTrace })) })
  },
  {
    name: "valid-registration-crash",
    sentence: "The fund answers 500 to every registration.",
    killedBy: ["ERRORS-7-5"],
    finding: "fail: The fund answers a server error to a valid registration.",
    play: () => ({ exchange: refusing((body) => !lacksRequired(body), crashed) })
  },
  {
    name: "valid-lookup-crash",
    sentence: "The fund answers 500 to every lookup.",
    killedBy: ["ERRORS-7-5"],
    finding: "fail: The fund answers a server error to a valid lookup.",
    play: () => ({ exchange: onLookup((body) => typeof body["abn"] === "string", crashed) })
  }
])
