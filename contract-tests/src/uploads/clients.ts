/** The SFTP clients that funds use and that nobody here wrote: how each is installed, and how it uploads. */

/** A client whose command finds in its environment: `PORT`, `ACCOUNT`, `KEY` (a file), and `TO`, the path at the server. */
export interface UploadClient {
  readonly name: string
  /** The tools that it needs on this machine. */
  readonly needs: ReadonlyArray<string>
  /** A shell command that reads the names of files, a line each, uploads each, and prints `stored` or `failed: …`. */
  readonly command: string
}

const each = (upload: string): string =>
  `while read -r FILE; do if ${upload} >/dev/null 2>errors; then echo stored; else echo "failed: $(tail -1 errors)"; fi; done`

const anyHost = "-o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR"
const ssh = `ssh -a -x -F /dev/null -i $KEY ${anyHost}`
const lftp = `set sftp:auto-confirm yes; set sftp:connect-program '${ssh}'; set net:max-retries 1`

export const clients: ReadonlyArray<UploadClient> = [
  {
    name: "OpenSSH sftp",
    needs: ["sftp"],
    command: each(
      `echo "put $FILE $TO" | sftp -q -b - -F /dev/null -P $PORT -i $KEY ${anyHost} $ACCOUNT@127.0.0.1`
    )
  },
  {
    name: "lftp put",
    needs: ["lftp"],
    command: each(`lftp -c "${lftp}; open -u $ACCOUNT, sftp://127.0.0.1:$PORT; put $FILE -o $TO"`)
  },
  {
    name: "curl (libssh2)",
    needs: ["curl"],
    command: each("curl -sS -k --key $KEY --pubkey $KEY.pub -T $FILE sftp://$ACCOUNT@127.0.0.1:$PORT$TO")
  },
  ...["put", "put-unconfirmed", "pipelined"].map((mode) => ({
    name: `paramiko ${mode}`,
    needs: ["python3"],
    command: `venv/bin/python upload.py ${mode}`
  })),
  { name: "asyncssh put", needs: ["python3"], command: "venv/bin/python upload.py asyncssh" },
  { name: "Go pkg/sftp", needs: ["go"], command: "./upload" }
]

/** By tool: how the client's library is installed in the folder of the clients. */
export const installs: Readonly<Record<string, string>> = {
  python3:
    "python3 -m venv venv && venv/bin/pip install --quiet --disable-pip-version-check paramiko==5.1.0 asyncssh==2.24.1",
  go: "go mod init upload && go get github.com/pkg/sftp@v1.13.12 golang.org/x/crypto@v0.59.0 && go build -o upload upload.go"
}
