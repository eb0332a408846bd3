import type { Mutant } from "./Mutant.ts"

const delivery = (name: string) => `webhooks/delivery/${name}.test.ts`

/** The guards of order, attempts and leases. */
export const deliveryMutants: ReadonlyArray<Mutant> = [
  {
    guard: "what a worker writes that has lost its lease counts for nothing",
    file: "webhooks/delivery/attemptWrites.ts",
    find: "AND l.owner = ${owner} AND l.written = ${after} AND e.id = l.endpoint_id\n        RETURNING e.version",
    replace: "AND e.id = l.endpoint_id\n        RETURNING e.version",
    tests: [delivery("deliveryRecovery")]
  },
  {
    guard: "nothing is claimed without the lease",
    file: "webhooks/delivery/dueDeliveries.ts",
    find: "AND l.owner = ${owner} AND l.expires_at > platform_now()\n",
    replace: "\n",
    tests: [delivery("dueDeliveries")]
  },
  {
    guard: "whoever finds the endpoint taken leaves word (the woken flag)",
    file: "webhooks/delivery/EndpointLease.ts",
    find: "woken = NOT ${free}",
    replace: "woken = false",
    tests: [delivery("EndpointLease")],
    sample: true
  },
  {
    guard: "the lease isn't let go while something is due",
    file: "webhooks/delivery/EndpointLease.ts",
    find: "AND NOT EXISTS (SELECT FROM next WHERE next.at <= platform_now())\n",
    replace: "\n",
    tests: [delivery("EndpointLease")]
  },
  {
    guard: "a lease that ended can't be renewed",
    file: "webhooks/delivery/EndpointLease.ts",
    find: "WHERE l.endpoint_id = ${endpointId} AND l.owner = ${owner} AND l.expires_at > platform_now()\n            AND e.id",
    replace: "WHERE l.endpoint_id = ${endpointId} AND l.owner = ${owner}\n            AND e.id",
    tests: [delivery("EndpointLease")]
  },
  {
    guard: "a receiver can't hold its webhooks back for longer than a day",
    file: "webhooks/delivery/answerRules.ts",
    find: "Math.min(millis, Duration.toMillis(LONGEST_HOLD))",
    replace: "millis",
    tests: [delivery("answerRules")],
    sample: true
  },
  {
    guard: "what comes after something that isn't due waits for it",
    file: "webhooks/delivery/turns.ts",
    find: "isBlocked ||= !isDue",
    replace: "isBlocked = !isDue",
    tests: [delivery("turns"), delivery("deliveryOrder")],
    sample: true
  },
  {
    guard: "what is left of a turn when a round stops is given back",
    file: "webhooks/delivery/sending.ts",
    find: "for (const entityId of here.keys()) here.set(entityId, [])",
    replace: "",
    tests: [delivery("sending")]
  },
  {
    guard: "after a failure the entity's next one isn't sent",
    file: "webhooks/delivery/sending.ts",
    find: 'if (attempt.verdict.kind !== "delivered") here.set(delivery.entityId, [])',
    replace: "",
    tests: [delivery("deliveryOrder"), delivery("delivery")]
  },
  {
    guard: "each attempt is signed with its own time",
    file: "webhooks/delivery/Courier.ts",
    find: "const timestamp = Math.floor(sentAt / 1000)",
    replace: "const timestamp = Math.floor((delivery.triedAt ?? sentAt) / 1000)",
    tests: [delivery("delivery")]
  },
  {
    guard: "a 2xx whose answer breaks off is a failure",
    file: "webhooks/delivery/Courier.ts",
    find: 'verdict.kind === "delivered" && result.failure !== null',
    replace: 'verdict.kind === "delivered" && false',
    tests: [delivery("delivery"), delivery("breaker")]
  },
  {
    guard: "the breaker opens after five failures in a row",
    file: "webhooks/delivery/endpointHealth.ts",
    find: "if (failuresInRow >= breakerRules.failuresInRow) return true",
    replace: "if (failuresInRow < 0) return true",
    tests: [delivery("endpointHealth")]
  },
  {
    guard: "while the breaker is open one delivery is tried, not all",
    file: "webhooks/delivery/deliveryRound.ts",
    find: "!isProbe ? free : oldest",
    replace: "!isProbe || oldest !== undefined ? free : oldest",
    tests: [delivery("breaker")]
  },
  {
    guard: "a delivery that died has all its attempts again when its endpoint is resumed",
    file: "webhooks/delivery/Redelivery.ts",
    find: "SET state = 'pending', attempts = 0, due_at = d.inserted_at",
    replace: "SET state = 'pending', due_at = d.inserted_at",
    tests: [delivery("Redelivery")]
  },
  {
    guard: "nothing older is sent again once a session's last webhook was recorded",
    file: "webhooks/delivery/Redelivery.ts",
    find: "WHEN d.replaceable AND ${isDone} THEN 'entity_is_done'",
    replace: "WHEN false THEN 'entity_is_done'",
    tests: [delivery("Redelivery")]
  },
  {
    guard: "13 attempts, and no more",
    file: "webhooks/delivery/retrySchedule.ts",
    find: "if (entry === undefined) return null",
    replace: "if (entry === undefined) return 1000",
    tests: [delivery("retrySchedule")],
    sample: true
  }
]
