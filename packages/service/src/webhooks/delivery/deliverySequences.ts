/** A due delivery. Its id is also the event's: `webhook-id` is `msg_` followed by this id. */
export interface DueDelivery {
  readonly id: string
  /** Deliveries of one entity are sent one at a time. */
  readonly entityId: string
  /** Attempts made so far. */
  readonly attempts: number
  /** Time of the last attempt, in milliseconds since 1970. */
  readonly triedAt: number | null
  readonly body: string
  /** The trace that its event belongs to. */
  readonly traceparent?: string | null
  /** Earlier deliveries of the same entity that this one replaces; almost always empty. */
  readonly replaces: ReadonlyArray<string>
}

/** A waiting delivery, due or not. */
export interface WaitingDelivery extends Omit<DueDelivery, "replaces"> {
  readonly isDue: boolean
  /** Whether a later delivery of the same entity replaces it. */
  readonly isReplaceable: boolean
}

/** Deliveries of one entity that may be sent one after another, each only if the previous one was delivered. */
export type Sequence = readonly [DueDelivery, ...ReadonlyArray<DueDelivery>]

/**
 * A position in the order of due deliveries: the due time as the database writes it (to the microsecond), then the id.
 */
export interface Position {
  readonly dueAt: string
  readonly id: string
}

export const START: Position = { dueAt: "-infinity", id: "00000000-0000-0000-0000-000000000000" }

/** Due deliveries after a position, and the position to continue from: undefined if no more are due. */
export interface Claim {
  readonly sequences: ReadonlyArray<Sequence>
  readonly next: Position | undefined
  /** The endpoint's version when they were read; undefined if none is due. */
  readonly version: number | undefined
}

/**
 * The deliveries that may be sent now, by entity: all in order, up to the first that isn't due; of those that a later
 * one replaces, only the last. `waiting` lists each entity's deliveries together, in the order of their events.
 */
export const sequencesOf = (waiting: ReadonlyArray<WaitingDelivery>): ReadonlyArray<Sequence> => {
  const sequences: Array<Array<DueDelivery>> = []
  let sequence: Array<DueDelivery> = []
  let replaces: Array<string> = []
  let isBlocked = false
  waiting.forEach(({ isDue, isReplaceable, ...delivery }, at) => {
    if (waiting[at - 1]?.entityId !== delivery.entityId) {
      sequence = []
      replaces = []
      isBlocked = false
      sequences.push(sequence)
    }
    if (isReplaceable && waiting[at + 1]?.entityId === delivery.entityId) return replaces.push(delivery.id)
    // sample mutant (DeliveryLedger, deliveryOrder): what comes after something that isn't due waits: `isBlocked ||= !isDue` -> `isBlocked = !isDue`
    isBlocked ||= !isDue
    if (!isBlocked) sequence.push({ ...delivery, replaces })
    return (replaces = [])
  })
  return sequences.filter((all): all is [DueDelivery, ...Array<DueDelivery>] => all.length > 0)
}
