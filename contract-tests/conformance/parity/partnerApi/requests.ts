/** The requests that receivers make of the partner API, rightly and wrongly. The same are sent to both. */
import type { Api, Things } from "./Api.ts"
import { type Asked, get, nobody, paths } from "./Asked.ts"
import { conversions } from "./conversions.ts"

const fetching = (things: Things, otherKey: string): ReadonlyArray<Asked> => {
  const of = [
    ["an employer", `${paths.employer}/${things.employer}`, paths.employer],
    ["an employee", `${paths.employee}/${things.employee}`, paths.employee],
    ["a session", `${paths.session}/${things.session}`, paths.session],
    ["a completed session", `${paths.session}/${things.completedSession}`, undefined],
    ["a started intent", `${paths.intent}/${things.startedIntent}`, paths.intent],
    ["a complete intent", `${paths.intent}/${things.completeIntents[0]}`, undefined],
    ["an open issue", `${paths.issue}/${things.openIssue}`, paths.issue],
    ["a resolved issue", `${paths.issue}/${things.resolvedIssue}`, undefined]
  ] as const
  return of.flatMap(([what, path, list]) => [
    get(`GET ${what}`, path),
    get(`GET ${what} with another product's key`, path, { key: otherKey }),
    ...(list === undefined
      ? []
      : [
          get(`GET ${what} that nobody knows`, `${list}/${nobody}`),
          get(`GET ${what} by an id that is no UUID`, `${list}/1234`),
          get(`GET ${what} without a key`, path, { key: null })
        ])
  ])
}

const refusals = ({ employer, session }: Things): ReadonlyArray<Asked> => {
  const path = `${paths.employer}/${employer}`
  return [
    get("HEAD of an employer", path, { method: "HEAD" }),
    get("OPTIONS of an employer", path, { method: "OPTIONS" }),
    get("POST to an employer", path, { method: "POST", body: "{}" }),
    get("DELETE of an employer", path, { method: "DELETE" }),
    get("GET with an empty key", path, { key: "" }),
    get("GET with a key that nobody has", path, { key: "product_sandbox_8fK2mQ4z_wrong" }),
    get("GET with the key as a bearer token", path, { key: null, headers: { authorization: "Bearer key" } }),
    get("GET with the key in the query", `${path}?api_key=key`),
    get("GET with a slash at the end", `${path}/`),
    get("GET at the path of another kind", `${paths.session}/${employer}`),
    get("GET at a path that is none", `/api/v1/onboarding_sessions/${session}`),
    get("GET of a page for people", path, { headers: { accept: "text/html" } }),
    get("GET with the ETag that the caller has", path, { headers: { "if-none-match": "*" } }),
    get("GET with an X-Request-Id that is no UUID", path, { headers: { "x-request-id": "one" } }),
    get("GET with If-Match", path, { headers: { "if-match": '"77"' } })
  ]
}

const documents = ({ completedSession, session }: Things, otherKey: string): ReadonlyArray<Asked> => [
  get("GET the form of a session that has none yet", `${paths.session}/${session}/choice-form`),
  get("GET the form of a completed session", `${paths.session}/${completedSession}/choice-form`),
  get("GET the form with another product's key", `${paths.session}/${completedSession}/choice-form`, {
    key: otherKey
  }),
  get("GET the TFN of a session that has none yet", `${paths.session}/${session}/tfn`),
  get("GET the TFN of a completed session", `${paths.session}/${completedSession}/tfn`),
  get("GET the TFN with another product's key", `${paths.session}/${completedSession}/tfn`, { key: otherKey })
]

const lists = (otherKey: string): ReadonlyArray<Asked> =>
  Object.entries(paths).flatMap(([what, path]) => [
    get(`GET the list of ${what}s`, path),
    get(`GET the list of ${what}s of another product`, path, { key: otherKey }),
    get(`GET the list of ${what}s with limit 0`, `${path}?limit=0`),
    get(`GET the list of ${what}s after what is no cursor`, `${path}?after=nonsense`),
    get(`GET the list of ${what}s with a filter that it hasn't`, `${path}?colour=green`)
  ])

const pages: ReadonlyArray<Asked> = [
  get("GET the first page of intents", `${paths.intent}?limit=1`),
  get("GET open issues", `${paths.issue}?status=open`),
  get("GET employers of a remote_id that none has", `${paths.employer}?remote_id=nobody`)
]

const resolutions = (things: Things, otherKey: string): ReadonlyArray<Asked> => {
  const put = (name: string, issue: string, more: Partial<Asked> = {}): Asked => ({
    name,
    method: "PUT",
    path: `${paths.issue}/${issue}/resolve`,
    ...more
  })
  const { openIssue, otherOpenIssue, resolvedIssue } = things
  return [
    put("PUT a resolution with another product's key", openIssue, { key: otherKey }),
    put("PUT a resolution of an issue that nobody knows", nobody),
    put("PUT a resolution with a field that is unknown", openIssue, { body: '{"by":"me"}' }),
    put("PUT a resolution", openIssue),
    put("PUT a resolution again", openIssue),
    put("PUT a resolution with a note", otherOpenIssue, { body: '{"note":"Done."}' }),
    put("PUT a resolution of an issue that was resolved automatically", resolvedIssue)
  ]
}

/** Operations that receivers of webhooks have no use for. */
const others = ({ completedSession, startedIntent, employer, session }: Things): ReadonlyArray<Asked> => [
  get("DELETE a completed session", `${paths.session}/${completedSession}`, { method: "DELETE" }),
  get("DELETE a session", `${paths.session}/${session}`, { method: "DELETE" }),
  get("DELETE an intent", `${paths.intent}/${startedIntent}`, { method: "DELETE" }),
  get("POST an employer", paths.employer, { method: "POST", body: '{"abn":"51824753556"}' }),
  get("PATCH an employer", `${paths.employer}/${employer}`, { method: "PATCH", body: "{}" })
]

export const requestsOf = ({ otherKey, things, usedUpKey }: Api): ReadonlyArray<Asked> => [
  get("GET with a key whose limit is used up", `${paths.employer}/${things.limitedEmployer}`, {
    key: usedUpKey
  }),
  ...fetching(things, otherKey),
  ...refusals(things),
  ...documents(things, otherKey),
  ...lists(otherKey),
  ...pages,
  ...conversions(things, otherKey),
  ...resolutions(things, otherKey),
  ...others(things)
]
