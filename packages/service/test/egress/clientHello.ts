const NAMES: Readonly<Record<number, string>> = {
  0x0301: "TLS 1.0",
  0x0302: "TLS 1.1",
  0x0303: "TLS 1.2",
  0x0304: "TLS 1.3"
}

const SUPPORTED_VERSIONS = 43

/** The versions that a ClientHello offers (RFC 8446, 4.2.1), the preferred one first, without GREASE. */
export const clientHelloVersions = (record: Buffer): ReadonlyArray<string> => {
  // Record header, handshake header, legacy version, random.
  let at = 5 + 4 + 2 + 32
  const skip = (lengthBytes: number) => {
    at += lengthBytes + record.readUIntBE(at, lengthBytes)
  }
  // Session id, cipher suites, compression methods.
  skip(1)
  skip(2)
  skip(1)
  const end = at + 2 + record.readUInt16BE(at)
  at += 2
  while (at < end) {
    if (record.readUInt16BE(at) === SUPPORTED_VERSIONS) {
      const count = record.readUInt8(at + 4) / 2
      return Array.from({ length: count }, (_, nth) => record.readUInt16BE(at + 5 + 2 * nth)).flatMap(
        (version) => NAMES[version] ?? []
      )
    }
    at += 2
    skip(2)
  }
  return []
}
