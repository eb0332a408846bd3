/**
 * An embed in the browser: opens it, holds its state (`state.ts`), makes the calls, and tells the host. The screens get
 * it by `useEmbed` and do nothing else than show the view and save.
 *
 * Why there is no second machine here: the service's view says what comes next. Every save answers with a whole view.
 *
 * The trap: a save must name the revision of the view that the person saw. It's taken when the save begins, never later
 * from an answer that arrived meanwhile.
 */
import { showAccent, knownPartner, rememberPartner } from "./partner.ts"
import { type Api, makeApi, once, polling, type Schemas, seen, unseen } from "./api.ts"
import { DRAFTS, type DraftStep, patchOf, withDraft } from "./drafts.ts"
import { type Host, hostOf, reportSizeAndActivity } from "./host.ts"
import { type Outcome, withRetries } from "./outcome.ts"
import { learnNames } from "./translatable.ts"
import { browserClock, type DraftQueue, runQueue, type Sending } from "./runQueue.ts"
import type { Typed } from "./saveQueue.ts"
import { finish, forget, openSession, type Session } from "./session.ts"
import { type Event, type FormEvent, opening, reasonFor, reduce, refusalOf, type State } from "./state.ts"

/** A call by openapi-fetch, and its answer's body. */
type Read<Body> = Promise<{
  readonly data?: Body | undefined
  readonly error?: unknown
  readonly response: Response
}>

type Fetched<A> = Read<{ readonly data: A }>

/** The parts that an app adds to an embed. */
export interface App<View> {
  readonly app: Schemas["EmbedApp"]
  /** This app's view in the answer of the opening. */
  readonly viewIn: (view: Schemas["EmbedView"]) => View | undefined
  /** Fetches the view; as a poll if the frame asks by itself. */
  readonly fetchView: (api: Api, params?: typeof polling) => Fetched<View>
  /** Called after each change of the view, to report steps and commits. */
  readonly viewChanged?: (host: Host, view: View, before: View | undefined) => void
}

export interface Embed<View> {
  readonly state: () => State<View>
  readonly subscribe: (listener: () => void) => void
  readonly session: () => Session
  readonly host: () => Host
  readonly start: () => Promise<void>
  /** Fetches the view again, because the person asks for it. */
  readonly refresh: () => Promise<void>
  /** The same without the person's doing: see `usePolling`. */
  readonly poll: () => Promise<void>
  /** Ends the embed, because the person is done: the token, and the page in the host's eyes. */
  readonly end: () => Promise<void>
  /** Reads something besides the view: the whole answer; undefined if the embed has ended or the service fails. */
  readonly read: <Body>(call: (api: Api) => Read<Body>) => Promise<Body | undefined>
  /** Makes a change, and goes to `place` after it. True if it was saved. */
  readonly save: (call: (api: Api, view: View) => Fetched<View>, place?: string) => Promise<boolean>
  /** As `save`, for an operation that answers with something other than the view, which is fetched then. */
  readonly change: <A>(call: (api: Api, view: View) => Fetched<A>, place?: string) => Promise<A | undefined>
  /** Sends something that the person doesn't wait for, and that may fail. */
  readonly note: (call: (api: Api) => Promise<unknown>) => void
  /** The queue of a step's draft: one for each step, whichever form fills it. */
  readonly queueOf: (step: DraftStep) => DraftQueue
  /** Takes what happened in the shown form. */
  readonly take: (event: FormEvent) => void
  /** Shows a screen; undefined: the one that the view is at. */
  readonly go: (place: string | undefined) => void
}

/** The fields that every view has. */
export interface AnyView {
  readonly revision: number
  readonly sandboxed: boolean
  readonly partner: Schemas["EmbedPartner"]
  readonly drafts?: object
}

export const makeEmbed = <View extends AnyView>({
  app,
  fetchView,
  viewChanged,
  viewIn
}: App<View>): Embed<View> => {
  let state: State<View> = opening
  let session: Session | undefined
  let api: Api | undefined
  let host = hostOf(undefined)
  const listeners = new Set<() => void>()

  const dispatch = (event: Event<View>): void => {
    const before = state.view
    state = reduce(state, event)
    if (state.view !== undefined && state.view !== before) {
      learnNames(state.view)
      rememberPartner(state.view.partner)
      showAccent(state.view.partner.accent)
      viewChanged?.(host, state.view, before)
    }
    for (const listener of listeners) listener()
  }

  const ended = (code: string): void => {
    // The host knows already; or it needs no other token, because the person has ended this one.
    if (state.phase.is === "refused" || state.phase.is === "done") return
    const reason = refusalOf(code)
    forget()
    dispatch({ is: "refused", reason })
    // A new address wouldn't open either.
    if (reason !== "suspended") host.post("urlNeeded", { reason: reasonFor(reason), by: "frame" })
  }

  const unavailable = (requestId: string | undefined): void => {
    dispatch({ is: "unavailable", requestId })
    host.post("failed", { code: "unavailable" })
  }

  const patiently = <A>(call: () => Promise<Outcome<A, View>>) =>
    withRetries(call, (banner) =>
      dispatch(banner === undefined ? { is: "reached" } : { is: "waiting", banner })
    )

  const show = async (params?: typeof polling): Promise<void> => {
    if (state.phase.is === "done") return
    const outcome = await patiently<View>(() => once(() => fetchView(api!, params)))
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
        dispatch({ is: "stopped", banner: { is: "failed", requestId: outcome.requestId } })
        host.post("failed", { code: "save_failed" })
        return undefined
    }
  }

  const queues = new Map<DraftStep, DraftQueue>()

  /** For every queue, also of a form that is no longer shown. */
  const takeAll = (is: "online" | "hidden"): void => {
    for (const queue of queues.values()) queue.take({ is })
  }

  /** Sends a draft once; the queue sends it again. */
  const sendDraft =
    (step: DraftStep) =>
    async (typed: Typed, { isAll, isCurrent, isLast }: Sending): Promise<Outcome<unknown>> => {
      const patch = patchOf(typed)
      const by = api
      const outcome = await once<Schemas["EmbedDraftSaved"], View>(() =>
        DRAFTS[step](by!, isLast ? unseen : seen(state.view!), patch)
      )
      if (!isCurrent()) return outcome
      // The embed has been opened again meanwhile.
      if (outcome.is === "ended" && by !== api) return { is: "unreachable" }
      if (outcome.is === "answered") {
        const view = withDraft(state.view!, step, patch, outcome.data.revision)
        dispatch({ is: "drafted", view, step, isAll: isAll() })
      } else if (outcome.is === "changed") dispatch({ is: "changed", view: outcome.view })
      else if (outcome.is === "unreachable") dispatch({ is: "waiting", banner: { is: "offline" } })
      else if (outcome.is === "tooFast") dispatch({ is: "waiting", banner: outcome })
      else if (outcome.is === "failed") dispatch({ is: "waiting", banner: { is: "notSaved" } })
      else if (outcome.is === "ended") ended(outcome.code)
      else if (outcome.is === "conflict") await show()
      return outcome
    }

  /** Opens the embed. True if it shows a view. */
  const open = async (): Promise<boolean> => {
    const outcome = await patiently<Session>(() => openSession() as Promise<Outcome<Session, View>>)
    if (outcome.is !== "answered") {
      if (outcome.is === "ended" && outcome.code === "done") dispatch({ is: "ended" })
      else if (outcome.is === "ended") {
        if (outcome.partner !== undefined) rememberPartner(outcome.partner)
        showAccent(knownPartner()?.accent)
        ended(outcome.code)
      } else unavailable(outcome.is === "failed" ? outcome.requestId : undefined)
      return false
    }
    session = outcome.data
    api = makeApi(session.token, document.documentElement.lang)
    host = hostOf(session.target_origins)
    const view = session.view && viewIn(session.view)
    if (view === undefined) await show()
    else dispatch({ is: "shown", view })
    if (state.view === undefined || state.phase.is !== "ready") return false
    host.post("loaded", { app })
    return true
  }

  /** The loader gave this page another URL, because the token had ended. The text that was typed last is kept now. */
  const reopen = async (): Promise<void> => {
    if (window.opening === undefined || !(await open())) return
    takeAll("online")
  }

  return {
    state: () => state,
    subscribe: (listener) => void listeners.add(listener),
    session: () => session!,
    host: () => host,

    start: async () => {
      addEventListener("hashchange", () => void reopen())
      addEventListener("online", () => takeAll("online"))
      document.addEventListener("visibilitychange", () => {
        if (document.visibilityState === "hidden") takeAll("hidden")
      })
      // A page that comes back from the browser's cache may show what has ended meanwhile.
      addEventListener("pageshow", ({ persisted }) => void (persisted && api !== undefined && show()))
      await open()
      reportSizeAndActivity(() => host, document.querySelector("#app")!)
    },

    refresh: () => show(),

    poll: () => show(polling),

    end: async () => {
      finish()
      dispatch({ is: "ended" })
      // A token that can't be ended now ends by itself, because nothing uses it any more.
      await api!.DELETE("/embed-api/v1/embed-sessions/current").catch(() => undefined)
      host.post("closeRequested", {})
    },

    read: async <Body>(call: (api: Api) => Read<Body>) => {
      const outcome = await patiently<Body>(() =>
        once(async () => {
          const { data, error, response } = await call(api!)
          return { data: data === undefined ? undefined : { data }, error, response }
        })
      )
      if (outcome.is === "ended") ended(outcome.code)
      if (outcome.is !== "answered") return undefined
      learnNames(outcome.data)
      return outcome.data
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

    queueOf: (step) => {
      const queue = queues.get(step) ?? runQueue(sendDraft(step), browserClock)
      queues.set(step, queue)
      return queue
    },

    take: dispatch,

    go: (place) => dispatch({ is: "went", place })
  }
}
