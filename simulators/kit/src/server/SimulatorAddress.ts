import * as Context from "effect/Context"

/** The address of a simulator. */
export class SimulatorAddress extends Context.Service<
  SimulatorAddress,
  {
    /** With scheme and port, without a trailing slash. */
    readonly url: string
    readonly port: number
    /** The certificate authority to trust; undefined over plain http. */
    readonly caFile: string | undefined
  }
>()("@embedded-super/simulator-kit/SimulatorAddress") {}
