/** A request of the partner API, and where its entities are. */

/** A request by its name, which says what is special about it. */
export interface Asked {
  readonly name: string
  readonly method: string
  readonly path: string
  /** Left out, the product's own key. Null: no key. */
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** The intent about which calls wait meanwhile; this request and the one after it are sent at the same time. */
  readonly beside?: string
}

/** Of no entity. */
export const nobody = "01a0f4c2-c400-7000-8000-00000000dead"

export const paths = {
  employer: "/api/v1/employers",
  employee: "/api/v1/employees",
  session: "/api/v1/onboarding-session",
  intent: "/api/v1/onboarding-session-intent",
  issue: "/api/v1/employer-issue"
}

export const get = (name: string, path: string, more: Partial<Asked> = {}): Asked => ({
  name,
  method: "GET",
  path,
  ...more
})
