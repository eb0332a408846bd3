import ssh2, { type ConnectConfig } from "ssh2"

/** A client that offers a public key, and signs with a private key that may belong to another key pair. */
export const offerKey = (where: ConnectConfig, publicKey: string, privateKey: string): ssh2.Client => {
  const key = ssh2.utils.parseKey(privateKey)
  if (key instanceof Error) throw key
  class Signer extends ssh2.BaseAgent<string> {
    override getIdentities(done: (error?: Error, keys?: Array<string>) => void) {
      done(undefined, [publicKey])
    }
    override sign(_: unknown, data: Buffer, ...rest: ReadonlyArray<unknown>) {
      const done = rest.find((value) => typeof value === "function") as (e?: Error, s?: Buffer) => void
      done(undefined, (key as ssh2.ParsedKey).sign(data) as Buffer)
    }
  }
  const client = new ssh2.Client()
  client.on("error", () => {})
  client.connect({ ...where, agent: new Signer() })
  return client
}
