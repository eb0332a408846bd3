import { randomUUID } from "node:crypto"
import { Difference } from "./demoFile.ts"

/** An answer that was read to its end. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: any
}

/** How long to wait for one answer, while none comes or the answer is "later". */
const LIMIT_SECONDS = 60

/** A connection that stays open and silent counts as no answer: the connection may exist only on this side. */
const SILENCE_MILLIS = 5_000

const BETWEEN_MILLIS = 250

interface Again {
  readonly afterMillis: number
  readonly because: string
  /** Whether it is another request that is sent. */
  readonly anew: boolean
}

const again = (seconds: number, because: string): Again => ({
  afterMillis: seconds * 1000,
  because,
  anew: false
})

/** Whether an answer means that the request is to be sent again, and when. `lost` says that an earlier answer was lost. */
const againAfter = ({ body, headers, status }: Answer, lost: boolean): Again | undefined => {
  if (status === 429 || status === 503) {
    const seconds = Number(headers.get("retry-after") ?? 1)
    return again(seconds, `asked to retry in ${seconds} s`)
  }
  switch (body?.code) {
    case "idempotency_in_progress":
      return again(1, "the first attempt still counts as running: retrying until it doesn't")
    case "idempotent_replay_of_secret":
      return {
        afterMillis: 0,
        because: "the lost answer held a secret: creating another",
        anew: true
      }
    case "view_changed":
      return lost
        ? again(0, "the change whose answer was lost was saved: repeating it on the current view")
        : undefined
    default:
      return undefined
  }
}

/** A body that isn't JSON stays as it is: the spec says whether it may be. */
const parsed = (text: string): unknown => {
  try {
    return text === "" ? undefined : JSON.parse(text)
  } catch {
    return text
  }
}

const read = async (response: Response): Promise<Answer> => ({
  status: response.status,
  headers: response.headers,
  body: parsed(await response.text())
})

/**
 * How a good client gets its answer. After a lost answer the outcome of the request is unknown, so the client sends it
 * again: a POST of the partner API with the same Idempotency-Key, and all others have the same outcome
 * when they are repeated (the frame that opened an embed may do so again for a while).
 */
export class Patience {
  #waitedMillis = 0

  /** The milliseconds since now, without those in which no answer came. */
  stopwatch(): () => number {
    const begun = performance.now() - this.#waitedMillis
    return () => performance.now() - this.#waitedMillis - begun
  }

  /** `hold` receives each answer, also those that say "later". */
  async answerTo(
    url: URL,
    request: (idempotencyKey: string) => RequestInit,
    hold: (answer: Answer) => void
  ): Promise<Answer> {
    const begun = performance.now()
    let idempotencyKey = randomUUID()
    let printed = ""
    let lost = false
    for (;;) {
      const outcome = await this.#send(url, request(idempotencyKey))
      if (!(outcome instanceof Error)) hold(outcome)
      const next = outcome instanceof Error ? nobody : againAfter(outcome, lost)
      lost ||= outcome instanceof Error
      if (next === undefined) return outcome as Answer
      if (performance.now() - begun > LIMIT_SECONDS * 1000) throw exhausted(url, outcome)
      if (printed !== next.because) console.log(`    ${next.because}`)
      printed = next.because
      if (next.anew) idempotencyKey = randomUUID()
      await new Promise((resolve) => setTimeout(resolve, next.afterMillis))
      this.#waitedMillis += next.afterMillis
    }
  }

  async #send(url: URL, request: RequestInit): Promise<Answer | Error> {
    const begun = performance.now()
    try {
      return await read(await fetch(url, { ...request, signal: AbortSignal.timeout(SILENCE_MILLIS) }))
    } catch (error) {
      this.#waitedMillis += performance.now() - begun
      return error as Error
    }
  }
}

const nobody = again(
  BETWEEN_MILLIS / 1000,
  `no answer: waiting up to ${LIMIT_SECONDS} s for start to come back`
)

const exhausted = (url: URL, outcome: Answer | Error): Difference =>
  new Difference(
    outcome instanceof Error
      ? `There is no answer from ${url.origin} (${String(outcome.cause ?? outcome)}).`
      : `${url.origin} still says "later" (${outcome.status}, ${outcome.body?.code}) after ${LIMIT_SECONDS} s.`
  )
