import * as Context from "effect/Context"

/** Where a simulator listens. */
export class SimulatorAddress extends Context.Service<
  SimulatorAddress,
  {
    /** With scheme and port, without a slash at the end. */
    readonly url: string
    readonly port: number
    /** The certificate authority to trust; undefined over plain http. */
    readonly caFile: string | undefined
  }
>()("@embedded-super/simulator-kit/SimulatorAddress") {}
