/** The calls that faults make besides those of the payroll. */
import { type WebhookPayload, EntityNotFetched } from "@embedded-super/partner-sdk"
import type { OtherPartner } from "../Fault.ts"

interface Caller {
  readonly keys: Readonly<Record<string, string>>
  readonly fetch: typeof globalThis.fetch
}

/** Calls the service with the key of the webhook's product. */
export const calling = (
  { product_id }: WebhookPayload,
  { fetch, keys }: Caller,
  method: string,
  url: string,
  headers: Readonly<Record<string, string>> = {}
): Promise<Response> => fetch(url, { method, headers: { ...headers, "X-API-Key": keys[product_id] ?? "" } })

/** Creates the session of an intent. */
export const converting = (
  payload: WebhookPayload,
  caller: Caller,
  idempotencyKey: string
): Promise<Response> =>
  calling(payload, caller, "POST", `${payload.url}/onboarding-session`, { "Idempotency-Key": idempotencyKey })

/** Whether a call creates the session of an intent. */
export const isConversion = ({ method, url }: Request): boolean =>
  method === "POST" && url.endsWith("/onboarding-session")

/** The same call with another Idempotency-Key, if it creates the session of an intent. */
export const withIdempotencyKey = (request: Request, key: string): Request => {
  if (!isConversion(request)) return request
  const headers = new Headers(request.headers)
  headers.set("Idempotency-Key", key)
  return new Request(request, { headers })
}

/** Correct partners that wait before they call again, for as long as a test wants. */
const isRefusedForNow = (status: number | undefined): boolean => status === 429 || (status ?? 0) >= 500

export const tryingAgainAfter = (seconds: number): OtherPartner => ({
  name: "tries-again-later",
  sentence: `Makes a call that was answered 429 or 5xx again after ${seconds} seconds.`,
  play: () => {
    /** When the session of an intent may be asked for again: the payroll looks for what is due more often. */
    const notBefore = new Map<string, number>()
    return {
      entity: async (payload, options, fetchEntity) => {
        for (;;) {
          try {
            return await fetchEntity(payload, options)
          } catch (error) {
            if (!(error instanceof EntityNotFetched) || !isRefusedForNow(error.status)) throw error
            await new Promise((passed) => setTimeout(passed, 1000 * seconds).unref())
          }
        }
      },
      call: async (request, send) => {
        if (!isConversion(request)) return send(request)
        if (Date.now() < (notBefore.get(request.url) ?? 0)) return Response.json({}, { status: 503 })
        const answer = await send(request)
        if (isRefusedForNow(answer.status)) notBefore.set(request.url, Date.now() + 1000 * seconds)
        return answer
      }
    }
  }
})

export const pausingAllCalls = (seconds: number): OtherPartner => ({
  name: "pauses-all-calls",
  sentence: `Makes no call for ${seconds} seconds after one was answered 429 or 5xx.`,
  play: () => {
    let until = 0
    const pause = async () => {
      while (Date.now() < until) await new Promise((passed) => setTimeout(passed, until - Date.now()).unref())
    }
    const refused = () => {
      until = Date.now() + 1000 * seconds
    }
    return {
      entity: async (payload, options, fetchEntity) => {
        for (;;) {
          await pause()
          try {
            return await fetchEntity(payload, options)
          } catch (error) {
            if (!(error instanceof EntityNotFetched) || !isRefusedForNow(error.status)) throw error
            refused()
          }
        }
      },
      call: async (request, send) => {
        await pause()
        const answer = await send(request)
        if (isRefusedForNow(answer.status)) refused()
        return answer
      }
    }
  }
})
