import { Readable } from "node:stream"
import { Pool } from "undici"
import type { WireRequest } from "./Case.ts"
import type { WireAnswer } from "./judge.ts"

/** Sends requests unchanged, including those that a well-behaved client wouldn't send. */
export const sender = (origin: string) => {
  const pool = new Pool(origin, { connections: 4 })
  return {
    send: async ({ body, headers, method, target }: WireRequest): Promise<WireAnswer> => {
      const answer = await pool.request({
        method,
        path: target,
        headers,
        body: Array.isArray(body) ? Readable.from(body) : ((body as string | Buffer | undefined) ?? null)
      })
      return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
    },
    stop: () => pool.close()
  }
}
