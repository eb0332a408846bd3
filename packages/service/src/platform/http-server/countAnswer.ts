import type { ServerManners } from "@embedded-super/http-manners"
import * as Effect from "effect/Effect"
import { count, observe } from "../metrics/counting.ts"

/** What no operation is: pages, scripts, and paths that don't exist. */
const NO_OPERATION = "none"

/** Counts each answer before it is sent, by its operation and the class of its status. */
export const countAnswer = (manners: ServerManners): ServerManners => ({
  ...manners,
  onAnswer: (answered) => {
    const { durationMillis, operation = NO_OPERATION, response } = answered
    const status = `${Math.floor(response.status / 100)}xx`
    const counted = Effect.andThen(
      count("embedded_super_http_requests_total", { operation, status }),
      observe("embedded_super_http_request_duration_seconds", { operation }, durationMillis / 1000)
    )
    return manners.onAnswer === undefined ? counted : Effect.andThen(counted, manners.onAnswer(answered))
  }
})
