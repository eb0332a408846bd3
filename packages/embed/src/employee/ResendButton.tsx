import { useEffect, useState } from "preact/hooks"
import { seen } from "../frame/api.ts"
import { useEmbed, useWords } from "../frame/context.ts"
import type { EmployeeView } from "./screens.ts"

/** Sends a code to a phone, and asks for it. */
export const useSendCode = () => {
  const embed = useEmbed<EmployeeView>()
  return (phone: string) =>
    embed.change(
      (api, shown) =>
        api.POST("/embed-api/v1/onboarding/phone-verification", {
          params: seen(shown),
          body: { phone_number: phone }
        }),
      "code"
    )
}

/** The longest time between two codes, in seconds: a clock that is wrong shows no more than this. */
const LONGEST_WAIT = 600

const secondsUntil = (at: string): number =>
  Math.min(LONGEST_WAIT, Math.max(0, Math.ceil((Date.parse(at) - Date.now()) / 1000)))

/** The seconds that are left until a time, counted down. */
export const useSecondsUntil = (at: string): number => {
  const [seconds, setSeconds] = useState(() => secondsUntil(at))
  useEffect(() => {
    setSeconds(secondsUntil(at))
    const timer = setInterval(() => setSeconds(secondsUntil(at)), 1000)
    return () => clearInterval(timer)
  }, [at])
  return seconds
}

const shownTime = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`

/** Sends another code, as soon as that is possible. */
export const ResendButton = ({
  at,
  phone
}: {
  /** From when on; undefined if no more codes are sent. */
  readonly at: string | undefined
  readonly phone: string | undefined
}) => {
  const words = useWords().employee.code
  return at === undefined ? <p>{words.never}</p> : <Resend at={at} phone={phone} />
}

const Resend = ({ at, phone }: { readonly at: string; readonly phone: string | undefined }) => {
  const words = useWords().employee.code
  const embed = useEmbed<EmployeeView>()
  const sendCode = useSendCode()
  const seconds = useSecondsUntil(at)
  const again = () => {
    if (seconds > 0) return
    // Without the number it has to be typed again.
    if (phone === undefined) embed.go("phone_verification")
    else void sendCode(phone)
  }
  return (
    <button type="button" class="quiet" aria-disabled={seconds > 0} onClick={again}>
      {seconds > 0 ? words.againIn(shownTime(seconds)) : words.again}
    </button>
  )
}
