import type * as S from "@embedded-super/contracts/schemas"
import type { Exchange } from "../log/Exchanges.ts"

const never = (because: string): S.AgainOffer => ({
  can_send: false,
  can_edit: false,
  because: because as S.ShortText
})

/** Whether the call of an entry can be sent again. `isOfThisRun`: this process noted it. */
export const offerOf = (
  { from, method }: S.TimelineEntry,
  exchange: Exchange | undefined,
  isOfThisRun: boolean
): S.AgainOffer => {
  if (method === null) return never("It is no call.")
  if (exchange === undefined) {
    if (from === null) return never("It was done on a page or by a lever. Do it there again.")
    if (!isOfThisRun)
      return never(
        "Its content isn't kept any more, since the simulator was started again. Make the call anew."
      )
    return never(
      "Its content isn't kept: it is no call of the contract, or 500 newer ones came since. Make the call anew."
    )
  }
  if (exchange.body === undefined)
    return never("Its body was left unread, because its caller wasn't accepted. Make the call anew.")
  return exchange.body === null
    ? { can_send: true, can_edit: false, because: "It has no body to edit." as S.ShortText }
    : { can_send: true, can_edit: true, because: null }
}
