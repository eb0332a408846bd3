import { completedSpecs } from "@embedded-super/codegen"
import type { ValidateFunction } from "ajv"
import type { IncomingHttpHeaders } from "node:http"
import { Readable } from "node:stream"
import { Pool } from "undici"
import { findings, newValidator } from "../openapi/operations.ts"
import { type Case, echoes, type WireRequest } from "./Case.ts"

const file = "problems.yaml"

/** Validates problems against the specs' own schemas, one for each status. */
const problemJudge = (): ((status: number, problem: unknown) => ReadonlyArray<string>) => {
  const specs = completedSpecs()
  const read = (name: string) => specs.read(`schemas/${name}`) as Readonly<Record<string, any>>
  const ajv = newValidator()
  for (const name of [file, "problem-details.yaml", "values.yaml"]) ajv.addSchema(read(name), name)
  const ofStatus = new Map<number, ValidateFunction>()
  for (const [name, schema] of Object.entries(read(file))) {
    const [status] = (schema.properties?.status?.enum ?? []) as ReadonlyArray<number>
    const validate = status === undefined ? undefined : ajv.getSchema(`${file}#/${name}`)
    if (status !== undefined && validate !== undefined) ofStatus.set(status, validate as ValidateFunction)
  }
  return (status, problem) => {
    const validate = ofStatus.get(status)
    return validate === undefined
      ? [`the specs have no problem of status ${status}`]
      : findings(validate, problem)
  }
}

/** An answer as received. */
export interface WireAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

interface Problem {
  readonly type?: string
  readonly status?: number
  readonly instance?: string
  readonly code?: string
  readonly request_id?: string
  readonly errors?: ReadonlyArray<{ readonly in: string; readonly pointer: string; readonly code: string }>
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const problemOf = (text: string): Problem | undefined => {
  try {
    return JSON.parse(text) as Problem
  } catch {
    return undefined
  }
}

/** An answer without `instance`, which repeats the requested path with any content. */
const withoutInstance = (text: string): string =>
  JSON.stringify({ ...problemOf(text), instance: undefined }) + (problemOf(text) === undefined ? text : "")

const hasIssue = (problem: Problem, { want }: Case): boolean => {
  const { issue } = want
  return (
    issue === undefined ||
    (problem.errors ?? []).some(
      ({ code, in: place, pointer }) =>
        place === issue.in && pointer === issue.pointer && (issue.codes?.includes(code) ?? true)
    )
  )
}

/**
 * Compares answers to bad requests with the expectation, and with the rules for all of them: a problem that its schema
 * admits, a stable code, the request's id, nothing echoed. Returns one line per difference.
 */
export const badInputJudge = (): ((one: Case, answer: WireAnswer) => ReadonlyArray<string>) => {
  const judgeProblem = problemJudge()
  return (one, { headers, status, text }) => {
    const { name, request, want } = one
    const problem = problemOf(text)
    const wrong: Array<string> = []
    const check = (holds: boolean, what: string) => {
      if (!holds) wrong.push(`${request.method} ${name}: ${what}`)
    }
    check(status === want.status, `answered ${status}, not ${want.status}: ${text.slice(0, 300)}`)
    check(
      !echoes(withoutInstance(text)) && !echoes(JSON.stringify(headers)),
      `sends back what was rejected: ${text.slice(0, 300)}`
    )
    check(!/RegExp|\[\^|\[0-9/.test(text), `tells a regular expression: ${text.slice(0, 300)}`)
    if (status !== want.status) return wrong
    check(headers["content-type"] === "application/problem+json", `answered ${headers["content-type"]}`)
    const requestId = String(headers["x-request-id"])
    check(uuid.test(requestId), `has the X-Request-Id ${requestId}`)
    for (const [header, form] of Object.entries(want.headers ?? {})) {
      check(form.test(String(headers[header])), `has ${header}: ${headers[header]}, not ${form.source}`)
    }
    if (problem === undefined) {
      check(false, `is no JSON: ${text.slice(0, 300)}`)
      return wrong
    }
    for (const finding of judgeProblem(status, problem)) check(false, `is no such problem: ${finding}`)
    check(problem.code === want.code, `has the code ${problem.code}, not ${want.code}`)
    check(problem.type?.endsWith(`#${problem.code}`) ?? false, `has the type ${problem.type}`)
    check(problem.request_id === requestId, "has another request_id than its X-Request-Id")
    check(
      hasIssue(problem, one),
      `lacks ${JSON.stringify(want.issue)}: ${JSON.stringify(problem.errors)?.slice(0, 400)}`
    )
    return wrong
  }
}

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
