/** A delivery whose turn it is. Its id is the event's, too: `msg_` and this is the `webhook-id`. */
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
export type Turn = readonly [DueDelivery, ...ReadonlyArray<DueDelivery>]

/**
 * Whose turn it is among all that waits for some entities: of each entity all, in their order, up to the first that isn't
 * due; but of those that a later one replaces, the last alone. `waiting` holds each entity's deliveries together, in the
 * order in which they happened.
 */
export const turnsOf = (waiting: ReadonlyArray<WaitingDelivery>): ReadonlyArray<Turn> => {
  const turns: Array<Array<DueDelivery>> = []
  let turn: Array<DueDelivery> = []
  let replaces: Array<string> = []
  let isBlocked = false
  waiting.forEach(({ isDue, isReplaceable, ...delivery }, at) => {
    if (waiting[at - 1]?.entityId !== delivery.entityId) {
      turn = []
      replaces = []
      isBlocked = false
      turns.push(turn)
    }
    if (isReplaceable && waiting[at + 1]?.entityId === delivery.entityId) return replaces.push(delivery.id)
    isBlocked ||= !isDue
    if (!isBlocked) turn.push({ ...delivery, replaces })
    return (replaces = [])
  })
  return turns.filter((turn): turn is [DueDelivery, ...Array<DueDelivery>] => turn.length > 0)
}
