import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { ok } from "./embedTabs.ts"
import { findingsOf } from "./findings.ts"
import { type Answer, requestUnseen } from "./TestHttp.ts"

/** The status, the code and each finding of a refusal. */
export const refusal = ({ body, status }: Answer) => [status, body.code, ...findingsOf(body.errors)]

/** A frame of an embed, which keeps the revision of the view that it saw last. */
export const frameOf = Effect.fnUntraced(function* (token: string, path: string) {
  const view = Effect.map(requestUnseen("GET", path, { token }), (answer) => ok(answer))
  let { revision } = yield* view
  const send = Effect.fnUntraced(function* (
    method: string,
    step: string,
    body: unknown,
    seen: number | "*" = revision
  ) {
    const answer = yield* requestUnseen(method, `${path}/${step}`, {
      token,
      body,
      headers: { "if-match": seen === "*" ? seen : `"${seen}"` }
    })
    if (answer.status === 200) revision = answer.body.data.revision
    return answer
  })
  return { token, view, send, see: (seen: number) => void (revision = seen) }
})

/** The rows of an entity's drafts. */
export const stored = (id: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ typed: Uint8Array }>`SELECT typed FROM embed_drafts WHERE entity_id = ${id}`
  )
