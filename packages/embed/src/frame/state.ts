/**
 * The frame's state, and how each event changes it. The service's view is the machine: it says which steps there are and
 * what can be saved (`screenOf` in each app maps it to a screen). Here is only what the service can't know: whether it
 * can be reached, what the person went back to, which mistakes are shown.
 *
 * Everything in this file is pure; `embed.ts` holds the state and makes the calls.
 */
import type { DraftStep } from "./drafts.ts"
import type { FieldError } from "./outcome.ts"

/** Why there is no view, and nothing can be done here. */
export type Refusal = "expired" | "used" | "invalid" | "session_ended" | "suspended" | "unopened"

export type Phase =
  | { readonly is: "opening" }
  | { readonly is: "refused"; readonly reason: Refusal }
  /** The service failed, three times in a row. */
  | { readonly is: "unavailable"; readonly requestId: string | undefined }
  /** The person has ended the embed. */
  | { readonly is: "done" }
  | { readonly is: "ready" }

/** The message in the banner under the steps: about the connection, or about a save that didn't happen. */
export type BannerMessage =
  | { readonly is: "offline" }
  | { readonly is: "tooFast"; readonly seconds: number }
  /** The service fails to keep a draft, which is tried again. */
  | { readonly is: "notSaved" }
  | { readonly is: "failed"; readonly requestId: string | undefined }
  | { readonly is: "changed" }
  | { readonly is: "conflict"; readonly code: string }

export interface State<View> {
  readonly phase: Phase
  readonly view: View | undefined
  /** The screen that the person asked for; undefined for the one that the view is at. */
  readonly place: string | undefined
  readonly errors: ReadonlyArray<FieldError>
  readonly banner: BannerMessage | undefined
  readonly isSaving: boolean
  /** The draft that the shown form keeps; undefined if it keeps none. */
  readonly filling: DraftStep | undefined
  /** The part of the shown screen that is saved, with nothing typed since: its draft, or the step that led to it. */
  readonly saved: "draft" | "step" | undefined
  /** Counts the saves, so that "Saved" can be announced again. */
  readonly saves: number
}

export const opening: State<never> = {
  phase: { is: "opening" },
  view: undefined,
  place: undefined,
  errors: [],
  banner: undefined,
  isSaving: false,
  filling: undefined,
  saved: undefined,
  saves: 0
}

/** The events of the shown form. */
export type FormEvent =
  /** A form with this draft is shown; undefined: no longer. */
  | { readonly is: "filling"; readonly step: DraftStep | undefined }
  /** An answer was changed. */
  | { readonly is: "typed" }
  /** The form's own check found these mistakes, or none. */
  | { readonly is: "checked"; readonly errors: ReadonlyArray<FieldError> }

export type Event<View> =
  | { readonly is: "shown"; readonly view: View }
  | { readonly is: "saving" }
  | { readonly is: "saved"; readonly view: View; readonly place?: string | undefined }
  /** A draft was saved; the view has another revision. `isAll`: nothing was typed since it was sent. */
  | { readonly is: "drafted"; readonly view: View; readonly step: DraftStep; readonly isAll: boolean }
  | FormEvent
  | { readonly is: "invalid"; readonly errors: ReadonlyArray<FieldError> }
  | { readonly is: "changed"; readonly view: View }
  | { readonly is: "conflict"; readonly code: string; readonly view: View | undefined }
  | { readonly is: "waiting"; readonly banner: BannerMessage }
  | { readonly is: "stopped"; readonly banner: BannerMessage }
  | { readonly is: "reached" }
  | { readonly is: "refused"; readonly reason: Refusal }
  | { readonly is: "unavailable"; readonly requestId: string | undefined }
  | { readonly is: "ended" }
  | { readonly is: "went"; readonly place: string | undefined }

const ready = { is: "ready" } as const

/** The banner is about the connection. It ends when the service answers again, and must not move the page meanwhile. */
export const isPassing = ({ is }: BannerMessage): boolean =>
  is === "offline" || is === "tooFast" || is === "notSaved"

/** Whether "Saved" is true of all that the person sees: never beside a mistake, a problem, or something unsaved. */
export const isShownAsSaved = (
  { banner, errors, isSaving, saved }: State<unknown>,
  showsSavedStep: boolean
): boolean =>
  (saved === "draft" || (saved === "step" && showsSavedStep)) &&
  !isSaving &&
  errors.length === 0 &&
  banner === undefined

export const reduce = <View>(state: State<View>, event: Event<View>): State<View> => {
  // An answer that was under way when the person ended the embed brings nothing back.
  if (state.phase.is === "done") return state
  switch (event.is) {
    case "shown":
      return { ...state, phase: ready, view: event.view }
    case "saving":
      return { ...state, isSaving: true, errors: [], banner: undefined, saved: undefined }
    case "saved":
      return {
        ...state,
        view: event.view,
        place: event.place,
        isSaving: false,
        errors: [],
        banner: undefined,
        saved: "step",
        saves: state.saves + 1
      }
    case "drafted":
      return {
        ...state,
        view: event.view,
        banner: state.banner !== undefined && isPassing(state.banner) ? undefined : state.banner,
        // The draft of a form that was left says nothing about the one that is shown now.
        ...(event.isAll && event.step === state.filling ? { saved: "draft", saves: state.saves + 1 } : {})
      }
    case "filling":
      return { ...state, filling: event.step }
    case "typed":
      return state.saved === undefined ? state : { ...state, saved: undefined }
    case "checked":
      return { ...state, errors: event.errors }
    case "invalid":
      return { ...state, isSaving: false, errors: event.errors }
    case "changed":
      return { ...state, view: event.view, isSaving: false, banner: { is: "changed" }, saved: undefined }
    case "conflict":
      return {
        ...state,
        view: event.view ?? state.view,
        isSaving: false,
        banner: { is: "conflict", code: event.code }
      }
    case "waiting":
      return { ...state, banner: event.banner }
    case "stopped":
      return { ...state, isSaving: false, banner: event.banner }
    case "reached":
      return { ...state, banner: undefined }
    case "refused":
      return { ...state, phase: { is: "refused", reason: event.reason }, isSaving: false }
    case "unavailable":
      return { ...state, phase: { is: "unavailable", requestId: event.requestId } }
    case "ended":
      // The next person at this computer sees no data.
      return { ...state, phase: { is: "done" }, view: undefined, errors: [], banner: undefined }
    case "went":
      return { ...state, place: event.place, errors: [], banner: undefined, saved: undefined }
  }
}

/** The reason that the person is shown, for a code of the service. */
export const refusalOf = (code: string): Refusal =>
  code === "embed_url_expired"
    ? "expired"
    : code === "embed_url_used"
      ? "used"
      : code === "embed_url_invalid"
        ? "invalid"
        : code === "unopened"
          ? "unopened"
          : code === "embed_url_suspended" || code === "partner_suspended"
            ? "suspended"
            : "session_ended"

/** The reason that the host gets: to it, a page that was never opened is one without its token, and one that isn't available has no address. */
export const reasonFor = (reason: Refusal): Exclude<Refusal, "suspended" | "unopened"> =>
  reason === "unopened" ? "session_ended" : reason === "suspended" ? "invalid" : reason
