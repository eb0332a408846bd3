/**
 * An embed in the browser: opens it, holds its state (`state.ts`), makes the calls, and tells the host. The screens get
 * it by `useEmbed` and do nothing else than show the view and save.
 *
 * Why there is no second machine here: the service's view says what comes next. Every save answers with a whole view.
 *
 * The trap: a save must name the revision of the view that the person saw. It's taken when the save begins, never later
 * from an answer that arrived meanwhile.
 */
import { type Api, makeApi, once, type Schemas } from "./api.ts"
import { type Host, hostOf, reportSizeAndActivity } from "./host.ts"
import type { Outcome } from "./outcome.ts"
import { withPatience } from "./patience.ts"
import { forget, openSession, type Session } from "./session.ts"
import { type Event, opening, reduce, refusalOf, type State } from "./state.ts"

/** A call by openapi-fetch, and its answer's body. */
type Read<Body> = Promise<{
  readonly data?: Body | undefined
  readonly error?: unknown
  readonly response: Response
}>

type Fetched<A> = Read<{ readonly data: A }>

/** What an app adds to an embed. */
export interface App<View> {
  readonly app: Schemas["EmbedApp"]
  readonly fetchView: (api: Api) => Fetched<View>
  /** Called after each change of the view, to report steps and commits. */
  readonly viewChanged?: (host: Host, view: View, before: View | undefined) => void
}

export interface Embed<View> {
  readonly state: () => State<View>
  readonly subscribe: (listener: () => void) => void
  readonly session: () => Session
  readonly host: () => Host
  readonly start: () => Promise<void>
  /** Fetches the view again. */
  readonly refresh: () => Promise<void>
  /** Reads something besides the view: the whole answer; undefined if the embed has ended or the service fails. */
  readonly read: <Body>(call: (api: Api) => Read<Body>) => Promise<Body | undefined>
  /** Makes a change, and goes to `place` after it. True if it was saved. */
  readonly save: (call: (api: Api, view: View) => Fetched<View>, place?: string) => Promise<boolean>
  /** As `save`, for an operation that answers with something other than the view, which is fetched then. */
  readonly change: <A>(call: (api: Api, view: View) => Fetched<A>, place?: string) => Promise<A | undefined>
  /** Sends something that the person doesn't wait for, and that may fail. */
  readonly note: (call: (api: Api) => Promise<unknown>) => void
  /** Shows a screen; undefined: the one that the view is at. */
  readonly go: (place: string | undefined) => void
}

export const makeEmbed = <View extends { readonly revision: number }>({
  app,
  fetchView,
  viewChanged
}: App<View>): Embed<View> => {
  let state: State<View> = opening
  let session: Session | undefined
  let api: Api | undefined
  let host = hostOf([])
  const listeners = new Set<() => void>()

  const dispatch = (event: Event<View>): void => {
    const before = state.view
    state = reduce(state, event)
    if (state.view !== undefined && state.view !== before) viewChanged?.(host, state.view, before)
    for (const listener of listeners) listener()
  }

  const ended = (code: string): void => {
    const reason = refusalOf(code)
    forget()
    dispatch({ is: "refused", reason })
    host.post("urlNeeded", { reason, by: "frame" })
  }

  const unavailable = (requestId: string | undefined): void => {
    dispatch({ is: "unavailable", requestId })
    host.post("failed", { code: "unavailable" })
  }

  const patiently = <A>(call: () => Promise<Outcome<A, View>>) =>
    withPatience(call, (strip) =>
      dispatch(strip === undefined ? { is: "reached" } : { is: "waiting", strip })
    )

  const show = async (): Promise<void> => {
    const outcome = await patiently<View>(() => once(() => fetchView(api!)))
    if (outcome.is === "answered") dispatch({ is: "shown", view: outcome.data })
    else if (outcome.is === "ended") ended(outcome.code)
    else unavailable(outcome.is === "failed" ? outcome.requestId : undefined)
  }

  /** Makes a change. The answer, or undefined after everything else has been shown to the person. */
  const make = async <A>(
    call: (api: Api, view: View) => Fetched<A>
  ): Promise<{ readonly data: A } | undefined> => {
    const view = state.view
    if (view === undefined || state.isSaving) return undefined
    dispatch({ is: "saving" })
    const outcome = await patiently<A>(() => once(() => call(api!, view)))
    switch (outcome.is) {
      case "answered":
        return outcome
      case "invalid":
        dispatch({ is: "invalid", errors: outcome.errors })
        return undefined
      case "changed":
        dispatch({ is: "changed", view: outcome.view })
        return undefined
      case "conflict": {
        const now = await once<View, View>(() => fetchView(api!))
        dispatch({
          is: "conflict",
          code: outcome.code,
          view: now.is === "answered" ? now.data : undefined
        })
        return undefined
      }
      case "ended":
        ended(outcome.code)
        return undefined
      case "failed":
        dispatch({ is: "stopped", strip: { is: "failed", requestId: outcome.requestId } })
        host.post("failed", { code: "save_failed" })
        return undefined
    }
  }

  return {
    state: () => state,
    subscribe: (listener) => void listeners.add(listener),
    session: () => session!,
    host: () => host,

    start: async () => {
      const outcome = await patiently<Session>(() => openSession() as Promise<Outcome<Session, View>>)
      if (outcome.is === "ended") return ended(outcome.code)
      if (outcome.is !== "answered") {
        return unavailable(outcome.is === "failed" ? outcome.requestId : undefined)
      }
      session = outcome.data
      api = makeApi(session.token, document.documentElement.lang)
      host = hostOf(session.target_origin === undefined ? [] : [session.target_origin])
      reportSizeAndActivity(host, document.querySelector("#app")!)
      // A page that comes back from the browser's cache may show what has ended meanwhile.
      addEventListener("pageshow", ({ persisted }) => void (persisted && show()))
      await show()
      if (state.view !== undefined) host.post("loaded", { app })
    },

    refresh: show,

    read: async <Body>(call: (api: Api) => Read<Body>) => {
      const outcome = await patiently<Body>(() =>
        once(async () => {
          const { data, error, response } = await call(api!)
          return { data: data === undefined ? undefined : { data }, error, response }
        })
      )
      if (outcome.is === "ended") ended(outcome.code)
      return outcome.is === "answered" ? outcome.data : undefined
    },

    save: async (call, place) => {
      const made = await make(call)
      if (made === undefined) return false
      dispatch({ is: "saved", view: made.data, place })
      return true
    },

    change: async (call, place) => {
      const made = await make(call)
      if (made === undefined) return undefined
      const now = await patiently<View>(() => once(() => fetchView(api!)))
      if (now.is === "answered") dispatch({ is: "saved", view: now.data, place })
      return made.data
    },

    note: (call) => void call(api!).catch(() => {}),

    go: (place) => dispatch({ is: "went", place })
  }
}
