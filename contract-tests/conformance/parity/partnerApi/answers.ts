/** Sends the requests, and makes of each answer what two right services have in common: its form without its values. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import type { Api } from "./Api.ts"
import type { Asked } from "./Asked.ts"
import { requestsOf } from "./requests.ts"

/** An answer without what differs by chance. */
export interface AnswerShape {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The problem's code and its errors, or the names of the keys. */
  readonly body: unknown
}

/** Of a connection, or of the moment. */
const byChance: ReadonlySet<string> = new Set(["connection", "content-length", "date", "keep-alive"])

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

const headersOf = (headers: Headers, url: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...headers]
      .filter(([name]) => !byChance.has(name))
      .map(([name, value]) => [
        name,
        value
          .replace(url, "…")
          .replace("https://api.example.test", "…")
          .replaceAll(uuid, "…")
          .replace(/^\d+$/, "seconds")
          .replace(/^"\d+-[0-9a-f]{12}"$/, '"version-hash"')
      ])
  )

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The names of the keys. A value that is null in one may be an object in the other: that depends on the entity. */
const keysOf = (value: unknown): unknown => {
  if (!isObject(value)) return typeof value
  const { data, ...rest } = value
  const of = Array.isArray(data) ? data[0] : data
  return { keys: Object.keys(rest).toSorted(), data: isObject(of) ? Object.keys(of).toSorted() : [] }
}

const problemOf = ({ allowed, code, errors, state, title, type, ...rest }: Json) => ({
  ...{ allowed, code, state, title, type },
  ...(Array.isArray(errors)
    ? {
        errors: errors.map(
          (error: Json) => `${String(error["in"])} ${String(error["pointer"])} ${String(error["code"])}`
        )
      }
    : {}),
  keys: Object.keys(rest).toSorted()
})

const bodyOf = (text: string, type: string): unknown => {
  if (text === "") return ""
  if (type.startsWith("application/problem+json")) return problemOf(JSON.parse(text) as Json)
  return type.startsWith("application/json") ? keysOf(JSON.parse(text)) : `${text.slice(0, 4)}…`
}

const ask = ({ key: own, url }: Api, { body, headers, key = own, method, path }: Asked) =>
  Effect.promise(async (signal): Promise<AnswerShape> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      signal,
      redirect: "manual",
      headers: {
        ...(key === null ? {} : { "x-api-key": key }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers
      },
      ...(body === undefined ? {} : { body })
    })
    const text = await answer.text()
    return {
      status: answer.status,
      headers: headersOf(answer.headers, url),
      body: bodyOf(text, answer.headers.get("content-type") ?? "")
    }
  })

/** The answers by the names of the requests. */
export const answersOf = Effect.fnUntraced(function* (api: Api) {
  const answers = new Map<string, AnswerShape>()
  const requests = requestsOf(api)
  for (const [index, asked] of requests.entries()) {
    const { beside, name } = asked
    if (answers.has(name)) continue
    if (beside === undefined) {
      answers.set(name, yield* ask(api, asked))
      continue
    }
    const next = requests[index + 1]!
    const first = yield* Deferred.make<AnswerShape>()
    const held = Effect.gen(function* () {
      yield* Effect.forkScoped(Effect.flatMap(ask(api, asked), (answer) => Deferred.succeed(first, answer)))
      yield* api.untilAtWork(beside)
      return yield* ask(api, next)
    })
    const scope = yield* Effect.scope
    answers.set(next.name, yield* api.whileHeld(beside, Effect.provideService(held, Scope.Scope, scope)))
    answers.set(name, yield* Deferred.await(first))
  }
  return answers
})
