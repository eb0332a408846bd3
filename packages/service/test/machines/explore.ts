import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { moreCases } from "../moreCases.ts"

/**
 * A state machine as a test sees it: the operations on the real service, in and out of order, and the result of each by
 * its table.
 */
export interface Machine<Model, Operation, Subject, R> {
  readonly operations: ReadonlyArray<Operation>
  /** Operations that run without concurrent ones: time passes for all entities at once. */
  readonly alone: ReadonlyArray<Operation>
  /** A new entity, and its expected model. */
  readonly start: Effect.Effect<{ readonly subject: Subject; readonly model: Model }, never, R>
  /** The expected result by the table: the next model, and the webhooks on the way there; undefined for a refusal. */
  readonly expected: (
    model: Model,
    operation: Operation
  ) => { readonly model: Model; readonly sends: ReadonlyArray<string> } | undefined
  /**
   * Performs the operation on the real service and returns whether it was accepted. An error that no table foresees is
   * a defect.
   */
  readonly perform: (subject: Subject, operation: Operation) => Effect.Effect<boolean, never, R>
  /** The part of the model that is visible from outside. */
  readonly visible: (model: Model) => unknown
  /** The visible part as the service has it, and every webhook of the entity so far, in order. */
  readonly observe: (
    subject: Subject
  ) => Effect.Effect<{ readonly visible: unknown; readonly sent: ReadonlyArray<string> }, never, R>
}

interface Outcome<Model> {
  readonly model: Model
  readonly done: ReadonlyArray<boolean>
  readonly sends: ReadonlyArray<string>
}

/** The expected result of several operations in this order. */
const inOrder = <Model, Operation, Subject, R>(
  { expected }: Machine<Model, Operation, Subject, R>,
  from: Model,
  operations: ReadonlyArray<Operation>,
  order: ReadonlyArray<number>
): Outcome<Model> => {
  const done = operations.map(() => false)
  const sends: Array<string> = []
  let model = from
  for (const index of order) {
    const next = expected(model, operations[index] as Operation)
    if (next === undefined) continue
    done[index] = true
    sends.push(...next.sends)
    model = next.model
  }
  return { model, done, sends }
}

const ordersOf = (count: number): ReadonlyArray<ReadonlyArray<number>> =>
  count <= 1
    ? [Array.from({ length: count }, (_, index) => index)]
    : ordersOf(count - 1).flatMap((order) =>
        Array.from({ length: count }, (_, place) => order.toSpliced(place, 0, count - 1))
      )

/**
 * Takes new entities through random operations, one by one or up to three at once, and compares the real service with
 * the table after each: accepted and refused operations, the state, every webhook. Concurrent operations must have the
 * result of some order. A failure prints the shortest sequence that fast-check finds.
 */
export const explore = Effect.fnUntraced(function* <Model, Operation, Subject, R>(
  machine: Machine<Model, Operation, Subject, R>,
  options: {
    /** In the gate. */
    readonly runs: number
    readonly length: number
    readonly seed?: number
    /** Sequences that every exploration begins with, so that their transitions don't depend on chance. */
    readonly always?: ReadonlyArray<ReadonlyArray<Operation>>
  }
) {
  const context = yield* Effect.context<R>()

  const run = Effect.fnUntraced(function* (steps: ReadonlyArray<ReadonlyArray<Operation>>) {
    let { model, subject } = yield* machine.start
    let sent: ReadonlyArray<string> = []
    for (const operations of steps) {
      const done = yield* Effect.forEach(operations, (one) => machine.perform(subject, one), {
        concurrency: "unbounded"
      })
      const observed = yield* machine.observe(subject)
      const seen = JSON.stringify({ done, ...observed })
      const outcomes = ordersOf(operations.length).map((order) => inOrder(machine, model, operations, order))
      const would = (outcome: Outcome<Model>) =>
        JSON.stringify({
          done: outcome.done,
          visible: machine.visible(outcome.model),
          sent: [...sent, ...outcome.sends]
        })
      const outcome = outcomes.find((candidate) => would(candidate) === seen)
      if (outcome === undefined) {
        const words = [...new Set(outcomes.map(would))].join("\n or ")
        const what = JSON.stringify(operations)
        return yield* Effect.die(new Error(`${what} came to\n    ${seen}\nand the table says\n    ${words}`))
      }
      model = outcome.model
      sent = [...sent, ...outcome.sends]
    }
  })

  const one = fc.constantFrom(...machine.operations, ...machine.alone)
  const together = fc.array(fc.constantFrom(...machine.operations), { minLength: 2, maxLength: 3 })
  const steps = fc.array(
    fc.oneof(
      { weight: 3, arbitrary: one.map((operation) => [operation]) },
      { weight: 1, arbitrary: together }
    ),
    { minLength: 1, maxLength: options.length }
  )
  const property = fc.asyncProperty(steps, (sequence) => Effect.runPromiseWith(context)(run(sequence)))
  yield* Effect.promise(() =>
    fc.assert(property, {
      numRuns: options.runs * moreCases,
      examples: (options.always ?? []).map((sequence) => [sequence.map((operation) => [operation])]),
      ...(options.seed === undefined ? {} : { seed: options.seed })
    })
  )
})
