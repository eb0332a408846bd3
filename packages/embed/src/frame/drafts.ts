import type { Api, Schemas } from "./api.ts"
import type { Typed } from "./saveQueue.ts"

type Json = Readonly<Record<string, unknown>>

type Call = (
  api: Api,
  params: { readonly header: { readonly "If-Match": string } },
  patch: object
) => Promise<{
  readonly data?: { readonly data: Schemas["EmbedDraftSaved"] } | undefined
  readonly error?: unknown
  readonly response: Response
}>

/** A draft that is being sent still arrives when its page closes. */
const keepalive = true

/** The steps that have drafts, and the call that keeps one. */
export const DRAFTS = {
  identity: (api, params, body) =>
    api.PATCH("/embed-api/v1/onboarding/drafts/identity", { params, body, keepalive }),
  contact: (api, params, body) =>
    api.PATCH("/embed-api/v1/onboarding/drafts/contact", { params, body, keepalive }),
  self_managed: (api, params, body) =>
    api.PATCH("/embed-api/v1/onboarding/drafts/self_managed", { params, body, keepalive }),
  person: (api, params, body) => api.PATCH("/embed-api/v1/intent/drafts/person", { params, body, keepalive }),
  job: (api, params, body) => api.PATCH("/embed-api/v1/intent/drafts/job", { params, body, keepalive }),
  details: (api, params, body) =>
    api.PATCH("/embed-api/v1/employer/details/draft", { params, body, keepalive })
} as const satisfies Readonly<Record<string, Call>>

export type DraftStep = keyof typeof DRAFTS

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null

const put = (target: unknown, [name, ...rest]: ReadonlyArray<string>, text: string): unknown => {
  if (name === undefined) return text
  const member = put(isObject(target) ? target[name] : undefined, rest, text)
  if (/^\d+$/.test(name)) {
    const list: ReadonlyArray<unknown> = Array.isArray(target) ? target : []
    return [...list.slice(0, Number(name)), member, ...list.slice(Number(name) + 1)]
  }
  return { ...(isObject(target) ? target : {}), [name]: member }
}

/** The merge patch with these texts: a pointer's numbers are places in a list, which is whole. */
export const patchOf = (typed: Typed): Json =>
  Object.entries(typed).reduce<Json>(
    (patch, [pointer, text]) => put(patch, pointer.split("/").slice(1), text) as Json,
    {}
  )

/** The text at a pointer into a draft; undefined if there is none. */
export const textAt = (draft: unknown, pointer: string): string | undefined => {
  const found = pointer
    .split("/")
    .slice(1)
    .reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), draft)
  return typeof found === "string" ? found : undefined
}

const merged = (target: unknown, patch: Json): Json => ({
  ...(isObject(target) ? target : {}),
  ...Object.fromEntries(
    Object.entries(patch).map(([name, value]) => [
      name,
      isObject(value) && !Array.isArray(value)
        ? merged(isObject(target) ? target[name] : undefined, value)
        : value
    ])
  )
})

/** The view after a draft was saved. */
export const withDraft = <View extends { readonly revision: number; readonly drafts?: object }>(
  view: View,
  step: DraftStep,
  patch: Json,
  revision: number
): View => ({ ...view, revision, drafts: merged(view.drafts, { [step]: patch }) })

const DATE_PART = /^(.*)\/(?:day|month|year)$/
const IN_A_LIST = /^(.*?\/)\d+\//

/**
 * The part of a draft that a form's input adds: its text; for a part of a date, the date as typed, year first; in a list, every
 * text of the list.
 */
export const typedAt = (texts: ReadonlyMap<string, string>, name: string): Typed => {
  const date = DATE_PART.exec(name)?.[1]
  if (date !== undefined) {
    const parts = ["year", "month", "day"].map((part) => texts.get(`${date}/${part}`) ?? "")
    return { [date]: parts.every((part) => part === "") ? "" : parts.join("-") }
  }
  const list = IN_A_LIST.exec(name)?.[1]
  if (list === undefined) return { [name]: texts.get(name) ?? "" }
  return Object.fromEntries([...texts].filter(([other]) => other.startsWith(list)))
}
