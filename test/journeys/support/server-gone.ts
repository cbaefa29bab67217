/** What Chromium logs of a request whose server was killed. Which of them depends on the moment. */
export const serverGone =
  /ERR_(CONNECTION_\w+|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|SOCKET_NOT_CONNECTED)/
