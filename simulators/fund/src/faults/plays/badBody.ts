import type { Call, Exchange, Reply } from "@embedded-super/simulator-kit"
import * as Result from "effect/Result"
import { isUtf8 } from "node:buffer"
import { onOperations } from "./exchanges.ts"

/** The mistakes in a body. */
interface BadBody {
  readonly isEmpty: boolean
  readonly isBroken: boolean
  readonly isArray: boolean
  readonly isNull: boolean
  readonly isOtherEncoding: boolean
}

const readBadBody = ({ body }: Call): BadBody => {
  const parsed = Result.try((): unknown => JSON.parse(body.toString()))
  const isEmpty = body.length === 0
  return {
    isEmpty,
    isBroken: !isEmpty && Result.isFailure(parsed),
    isArray: Result.isSuccess(parsed) && Array.isArray(parsed.success),
    isNull: Result.isSuccess(parsed) && parsed.success === null,
    isOtherEncoding: !isUtf8(body)
  }
}

/** Answers one kind of bad body in its own way. A caller who isn't accepted is refused as always. */
export const badBody = (isMeant: (body: BadBody) => boolean, answer: () => Reply): Exchange =>
  onOperations(async (call, serve) => {
    const reply = await serve(call)
    return isMeant(readBadBody(call)) && reply.status !== 401 ? answer() : reply
  })
