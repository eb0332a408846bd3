import * as S from "@embedded-super/contracts/schemas"
import { CannotStart } from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const decode = Schema.decodeUnknownOption(S.SftpAccountSetting)

/** The account that `--sftp telopea@sftp.example:22` and `--sftp-host-key` name; undefined where neither was given. */
export const givenAccount = Effect.fnUntraced(function* (
  place: string | undefined,
  host_key: string | undefined
) {
  if (place === undefined && host_key === undefined) return undefined
  const [, user, host, port] = /^([^@]+)@(.+?)(?::(\d+))?$/.exec(place ?? "") ?? []
  const account = decode({ user, host, port: Number(port ?? 22), host_key })
  return yield* Option.match(account, {
    onSome: Effect.succeed,
    onNone: () =>
      Effect.fail(
        new CannotStart({
          sentence:
            "The SFTP account isn't whole. Give both --sftp USER@HOST:PORT and --sftp-host-key, the key or the fingerprint that the service's `admin sftp host-key` prints."
        })
      )
  })
})
