/** The service's SFTP server in this process, and clients of it: good, greedy, and OpenSSH's. */
export { greedyClient } from "./greedyClient.ts"
export { offerKey } from "./offerKey.ts"
export { NEEDS_OPEN_SSH, openSshArguments, sftpIsThere, withOpenSsh } from "./openSsh.ts"
export { anSftpServer, keyPair, sftpClient, type TestSftpServer } from "./TestSftp.ts"
