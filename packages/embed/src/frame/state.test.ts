import { describe, expect, it } from "vitest"
import { type Event, isShownAsSaved, opening, reduce, refusalOf, type State } from "./state.ts"

interface View {
  readonly revision: number
}

const after = (...events: ReadonlyArray<Event<View>>): State<View> =>
  events.reduce<State<View>>(reduce, opening)

const view = { revision: 1 }
const newer = { revision: 2 }
const shown: Event<View> = { is: "shown", view }
const missing = [{ pointer: "#/fund_product_id", code: "required" }]

describe("the frame's state", () => {
  const table: ReadonlyArray<readonly [string, ReadonlyArray<Event<View>>, Partial<State<View>>]> = [
    ["shows the view once it is there", [shown], { phase: { is: "ready" }, view }],
    [
      "keeps the view while a save waits for the connection",
      [shown, { is: "saving" }, { is: "waiting", banner: { is: "offline" } }],
      { view, isSaving: true, banner: { is: "offline" } }
    ],
    [
      "takes the banner away when a save arrives after all",
      [shown, { is: "saving" }, { is: "waiting", banner: { is: "offline" } }, { is: "saved", view: newer }],
      { view: newer, isSaving: false, banner: undefined, saves: 1 }
    ],
    [
      "takes the banner away once the service answers",
      [shown, { is: "waiting", banner: { is: "offline" } }, { is: "reached" }],
      { view, banner: undefined }
    ],
    [
      "shows mistakes, and keeps the view",
      [shown, { is: "saving" }, { is: "invalid", errors: missing }],
      { view, isSaving: false, errors: missing }
    ],
    [
      "forgets the mistakes when the person goes to another screen",
      [shown, { is: "invalid", errors: missing }, { is: "went", place: "decline" }],
      { errors: [], place: "decline" }
    ],
    [
      "keeps no data once the person is done",
      [shown, { is: "invalid", errors: missing }, { is: "ended" }],
      { phase: { is: "done" }, view: undefined, errors: [] }
    ],
    [
      "keeps none either when an answer arrives after the end",
      [shown, { is: "ended" }, { is: "saved", view: newer }, { is: "refused", reason: "session_ended" }],
      { phase: { is: "done" }, view: undefined }
    ],
    [
      "shows the newest view when another window changed it",
      [shown, { is: "saving" }, { is: "changed", view: newer }],
      { view: newer, isSaving: false, banner: { is: "changed" } }
    ],
    [
      "keeps the old view at a conflict if the new one can't be read",
      [shown, { is: "saving" }, { is: "conflict", code: "match_not_open", view: undefined }],
      { view, banner: { is: "conflict", code: "match_not_open" } }
    ],
    [
      "stays where it is when the service fails",
      [shown, { is: "saving" }, { is: "stopped", banner: { is: "failed", requestId: "r" } }],
      { view, isSaving: false, banner: { is: "failed", requestId: "r" } }
    ],
    [
      "is refused when the token has ended",
      [shown, { is: "refused", reason: "session_ended" }],
      { phase: { is: "refused", reason: "session_ended" } }
    ],
    [
      "goes where a save leads",
      [shown, { is: "went", place: "default_fund" }, { is: "saving" }, { is: "saved", view: newer }],
      { place: undefined, view: newer }
    ]
  ]

  it.each(table)("%s", (_title, events, expected) => {
    expect(after(...events)).toMatchObject(expected)
  })

  const typing: Event<View> = { is: "filling", step: "person" }
  const drafted: Event<View> = { is: "drafted", view: newer, step: "person", isAll: true }
  const saved: Event<View> = { is: "saved", view: newer }

  const notices: ReadonlyArray<readonly [string, ReadonlyArray<Event<View>>, readonly [boolean, boolean]]> = [
    ["where nothing was saved", [shown], [false, false]],
    ["once the draft of the shown form is kept", [shown, typing, drafted], [true, true]],
    ["once the step before is saved, where the screen only shows answers", [shown, saved], [false, true]],
    [
      "while more is typed than the draft that was sent",
      [shown, typing, { ...drafted, isAll: false }],
      [false, false]
    ],
    ["as soon as more is typed", [shown, typing, drafted, { is: "typed" }], [false, false]],
    [
      "after a draft of a form that was left",
      [shown, typing, { is: "filling", step: undefined }, drafted],
      [false, false]
    ],
    ["after a draft of another form", [shown, { is: "filling", step: "job" }, drafted], [false, false]],
    [
      "beside the mistakes of the form's own check",
      [shown, typing, { is: "checked", errors: missing }, drafted],
      [false, false]
    ],
    [
      "beside the service's mistakes",
      [shown, typing, drafted, { is: "invalid", errors: missing }],
      [false, false]
    ],
    [
      "once the mistakes are gone",
      [shown, typing, { is: "checked", errors: missing }, drafted, { is: "checked", errors: [] }],
      [true, true]
    ],
    ["while it is being saved", [shown, typing, drafted, { is: "saving" }], [false, false]],
    [
      "after a save that failed",
      [shown, typing, drafted, { is: "saving" }, { is: "invalid", errors: [] }],
      [false, false]
    ],
    [
      "while the service can't be reached",
      [shown, saved, { is: "waiting", banner: { is: "offline" } }],
      [false, false]
    ],
    ["once the person goes elsewhere", [shown, saved, { is: "went", place: "automations" }], [false, false]],
    [
      "beside the newest answers of another window",
      [shown, typing, drafted, { is: "changed", view: newer }],
      [false, false]
    ]
  ]

  it.each(notices)(`says "Saved" only where it is true: %s`, (_title, events, expected) => {
    const state = after(...events)
    expect([isShownAsSaved(state, false), isShownAsSaved(state, true)]).toEqual(expected)
  })

  it.each([
    ["embed_url_expired", "expired"],
    ["embed_url_used", "used"],
    ["embed_url_invalid", "invalid"],
    ["unopened", "unopened"],
    ["unauthenticated", "session_ended"],
    ["forbidden", "session_ended"],
    ["embed_url_suspended", "suspended"],
    ["partner_suspended", "suspended"]
  ])("%s is shown as %s", (code, reason) => {
    expect(refusalOf(code)).toBe(reason)
  })
})
