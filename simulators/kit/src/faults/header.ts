import { Fault } from "@embedded-super/contracts/schemas"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** The request header that asks for a fault in this one call. */
export const faultHeader = "x-simulated-fault"

const decode = Schema.decodeUnknownOption(Fault, { onExcessProperty: "error" })

/** `answer_status;status=503;retry_after_seconds=5`, or just `503`, as a fault; nothing where it names none. */
export const faultOfHeader = (text: string): Option.Option<Fault> => {
  const [play = "", ...settings] = text.split(";").map((part) => part.trim())
  if (/^[45]\d\d$/.test(play)) return faultOfHeader([`answer_status;status=${play}`, ...settings].join(";"))
  const values = settings.map((setting): [string, unknown] => {
    const [name = "", value = ""] = setting.split("=").map((part) => part.trim())
    return [name, /^\d+$/.test(value) ? Number(value) : value]
  })
  const fault = decode({ ...Object.fromEntries(values), operation_id: "*", play })
  return Option.filter(fault, ({ play, status }) => play !== "answer_status" || status !== undefined)
}
