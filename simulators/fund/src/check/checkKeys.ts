import type { DataFolder } from "@embedded-super/simulator-kit"

/** The folder of the keys with which a check signs, while it runs. */
export const checkKeysOf = (folder: DataFolder["Service"]): string => folder.file("check-keys")

/** Its public keys. */
export const checkJwksOf = (folder: DataFolder["Service"]): string => `${checkKeysOf(folder)}/jwks.json`
