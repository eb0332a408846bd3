import * as Effect from "effect/Effect"

/** The status of the API's answer; 0 without an answer. */
export interface Answered {
  readonly status: number
  /** The employer that it said it made. */
  readonly id: string
}

const ask = async (serviceUrl: string, key: string, nth: number): Promise<Answered> => {
  try {
    const answer = await fetch(`${serviceUrl}/api/v1/employers`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json", "idempotency-key": `chaos-${nth}` },
      body: JSON.stringify({ abn: "80 000 000 001", name: "Wattle Pty Ltd", remote_id: `remote ${nth}` }),
      signal: AbortSignal.timeout(30_000)
    })
    const body = await answer.json()
    return { status: answer.status, id: body?.data?.id ?? "" }
  } catch {
    return { status: 0, id: "" }
  }
}

/** Creates an employer about ten times a second until it is stopped, and records each answer. */
export const askForEmployers = (serviceUrl: string, key: string, answers: Array<Answered>) => {
  let nth = 0
  return Effect.forever(
    Effect.gen(function* () {
      nth += 1
      answers.push(yield* Effect.promise(() => ask(serviceUrl, key, nth)))
      yield* Effect.sleep("100 millis")
    })
  )
}
