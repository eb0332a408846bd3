import * as Effect from "effect/Effect"

/** Runs a part of the program that is loaded only now. */
export const lazily =
  <Module, Args extends ReadonlyArray<unknown>, A, E, R>(
    load: () => Promise<Module>,
    part: (module: Module) => (...args: Args) => Effect.Effect<A, E, R>
  ) =>
  (...args: Args): Effect.Effect<A, E, R> =>
    Effect.flatMap(Effect.promise(load), (module) => part(module)(...args))
