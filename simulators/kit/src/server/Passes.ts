import * as Context from "effect/Context"
import * as Layer from "effect/Layer"

type Headers = Readonly<Record<string, unknown>>

/** The request header of a call that the simulator sends to itself again. */
export const passHeader = "x-sent-again"

/**
 * Marks the calls that the simulator sends to itself again. A pass is random, known to this process only, and valid while
 * its call is under way.
 */
export class Passes extends Context.Service<
  Passes,
  {
    /** `isTrusted`: the caller is accepted without authenticating, since the first call's was. */
    readonly issue: (isTrusted: boolean) => string
    readonly withdraw: (pass: string) => void
    readonly isMarked: (headers: Headers) => boolean
    readonly isTrusted: (headers: Headers) => boolean
  }
>()("@embedded-super/simulator-kit/Passes") {
  static readonly layer = Layer.sync(Passes, () => {
    const valid = new Map<string, boolean>()
    const trustIn = (headers: Headers): boolean | undefined => {
      const given = headers[passHeader]
      return given === undefined ? undefined : valid.get(String(given))
    }
    return {
      issue: (isTrusted: boolean) => {
        const pass = crypto.randomUUID()
        valid.set(pass, isTrusted)
        return pass
      },
      withdraw: (pass: string) => void valid.delete(pass),
      isMarked: (headers: Headers) => trustIn(headers) !== undefined,
      isTrusted: (headers: Headers) => trustIn(headers) === true
    }
  })
}
