import { createTransport } from 'nodemailer'

export type Mail = { to: string; subject: string; text: string }

/** Sends mail through the library's own server. */
export type Mailer = {
  /** @throws when the server does not take the mail; it may be tried again */
  send(mail: Mail): Promise<void>
}

const ANSWER_MS = 10_000

/** Opens a mailer for `smtp://user:password@host:port` or `smtps://…`. Connections are made when there is mail. */
export function openMailer(url: string, from: string): Mailer {
  const transport = createTransport(
    {
      url,
      connectionTimeout: ANSWER_MS,
      greetingTimeout: ANSWER_MS,
      socketTimeout: ANSWER_MS,
      // A mail is text that we wrote; nothing in it may make the sender read files or addresses.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  return {
    async send(mail) {
      await transport.sendMail(mail)
    },
  }
}
