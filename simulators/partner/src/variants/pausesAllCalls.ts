import { EntityNotFetched } from "@embedded-super/partner-sdk"
import type { OtherPartner } from "../flaws/Flaw.ts"

const isRefusedForNow = (status: number | undefined): boolean => status === 429 || (status ?? 0) >= 500

export const pausingAllCalls = (seconds: number): OtherPartner => ({
  name: "pauses-all-calls",
  sentence: `Makes no call for ${seconds} seconds after one was answered 429 or 5xx.`,
  play: () => {
    let until = 0
    const pause = async () => {
      while (Date.now() < until) await new Promise((passed) => setTimeout(passed, until - Date.now()).unref())
    }
    const refused = () => {
      until = Date.now() + 1000 * seconds
    }
    return {
      entity: async (payload, options, fetchEntity) => {
        for (;;) {
          await pause()
          try {
            return await fetchEntity(payload, options)
          } catch (error) {
            if (!(error instanceof EntityNotFetched) || !isRefusedForNow(error.status)) throw error
            refused()
          }
        }
      },
      call: async (request, send) => {
        await pause()
        const answer = await send(request)
        if (isRefusedForNow(answer.status)) refused()
        return answer
      }
    }
  }
})
