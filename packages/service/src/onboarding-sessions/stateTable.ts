import * as Result from "effect/Result"
import type { NewEvent } from "../webhooks/events/eventBody.ts"

/** A transition: an event in a state, the next state, and the effects besides. */
export interface Transition<State, Event, Effect> {
  readonly from: State
  readonly event: Event
  readonly to: State
  readonly effects: ReadonlyArray<Effect>
}

/** The refusal of an event without a transition: the state, and the events that it allows. */
export interface OutOfOrder<State, Event> {
  readonly state: State
  readonly allowed: ReadonlyArray<Event>
}

/** The webhooks about a subject. An effect `send <webhook>` records one. */
export type WebhookAbout<Subject> = Extract<NewEvent, { readonly subject: Subject }>["event"]

/** The webhooks that these effects send. */
export const webhooksIn = <Webhook extends string>(
  effects: ReadonlySet<`send ${Webhook}` | `request ${string}`>
): ReadonlyArray<Webhook> =>
  [...effects].flatMap((effect) =>
    effect.startsWith("send ") ? [effect.slice("send ".length) as Webhook] : []
  )

/** The state machine of sessions and of intents, from its table. An event without a row is refused. */
export const stateTable = <State extends string, Event extends string, Effect extends string>(
  rows: ReadonlyArray<Transition<State, Event, Effect>>
) => {
  /** The events that the state allows. */
  const allowedIn = (state: State) => rows.filter(({ from }) => from === state).map(({ event }) => event)

  /** The next state and its effects; if the state doesn't allow the event, the events that it allows. */
  const transition = (state: State, event: Event) => {
    const row = rows.find((candidate) => candidate.from === state && candidate.event === event)
    return row === undefined
      ? Result.fail<OutOfOrder<State, Event>>({ state, allowed: allowedIn(state) })
      : Result.succeed({ state: row.to, effects: row.effects })
  }

  /** Whether the state allows the event. */
  const canHappen = (state: State, event: Event) => Result.isSuccess(transition(state, event))

  /** Applies several events as one change. */
  const follow = (from: State, events: ReadonlyArray<Event>) => {
    const effects = new Set<Effect>()
    let state = from
    for (const event of events) {
      const next = transition(state, event)
      if (Result.isFailure(next)) return Result.fail(next.failure)
      state = next.success.state
      for (const effect of next.success.effects) effects.add(effect)
    }
    return Result.succeed({ state, effects })
  }

  return { allowedIn, transition, canHappen, follow }
}
