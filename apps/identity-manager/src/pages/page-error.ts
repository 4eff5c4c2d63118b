/** An error shown to a person as a page, never sent to a client's address. The message may be a message key. */
export class PageError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly code: string = 'error',
  ) {
    super(message);
  }
}

/** The page is for people who are signed in. */
export class SignInNeeded extends PageError {
  constructor(readonly comeBackTo: string) {
    super(401, 'error.signInFirst');
  }
}

/** The page comes after another one, which leads on to it. */
export class NewPasswordWanted extends PageError {
  constructor(readonly comeBackTo: string) {
    super(403, 'error.forbidden');
  }
}
