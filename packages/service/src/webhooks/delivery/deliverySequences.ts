/** A delivery that is due. Its id is the event's, too: `msg_` and this is the `webhook-id`. */
export interface DueDelivery {
  readonly id: string
  /** One delivery of an entity is sent at a time. */
  readonly entityId: string
  /** Attempts made so far. */
  readonly attempts: number
  /** When the last one was, in milliseconds since 1970. */
  readonly triedAt: number | null
  readonly body: string
  /** Earlier deliveries of the same entity that it takes the place of; hardly ever any. */
  readonly replaces: ReadonlyArray<string>
}

/** A delivery that waits, due or not. */
export interface WaitingDelivery extends Omit<DueDelivery, "replaces"> {
  readonly isDue: boolean
  /** Whether a later one of the same entity takes its place. */
  readonly isReplaceable: boolean
}

/** What may be sent for one entity, one after the other, each if the one before was delivered. */
export type Sequence = readonly [DueDelivery, ...ReadonlyArray<DueDelivery>]

/** A place in the order of what is due: the due time as the database writes it (to the microsecond), then the id. */
export interface Position {
  readonly dueAt: string
  readonly id: string
}

export const START: Position = { dueAt: "-infinity", id: "00000000-0000-0000-0000-000000000000" }

/** What is due after a position, and where to look next: undefined if nothing more is due. */
export interface Claim {
  readonly sequences: ReadonlyArray<Sequence>
  readonly next: Position | undefined
}

/**
 * What may be sent of all that waits for some entities: of each entity all, in their order, up to the first that isn't
 * due; but of those that a later one replaces, the last alone. `waiting` holds each entity's deliveries together, in the
 * order in which they happened.
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
    // sample mutant (deliverySequences, deliveryOrder): what comes after something that isn't due waits: `isBlocked ||= !isDue` -> `isBlocked = !isDue`
    isBlocked ||= !isDue
    if (!isBlocked) sequence.push({ ...delivery, replaces })
    return (replaces = [])
  })
  return sequences.filter((all): all is [DueDelivery, ...Array<DueDelivery>] => all.length > 0)
}
