import { Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CountedByPath, OpenToOrigins } from '../../../http/route-facts';
import { bodyOf } from '../../../openapi/content';
import { Text, Truth, Described } from '../../../openapi/described';
import { Documented, Tag, type Operation } from '../../../openapi/documented';
import { oauthFault } from '../oauth-shapes';
import { presentedToken } from './presented-token';
import { UserInfo } from './userinfo.service';

/** OpenID Connect Core section 5.3.2; which claims there are depends on the scope. */
class UserInfoAnswer {
  @Text() sub!: string;
  @Text({ required: false }) name?: string;
  @Text({ required: false }) preferred_username?: string;
  @Text({ required: false }) email?: string;
  @Truth({ required: false }) email_verified?: boolean;
  @Described({ type: 'array', items: { type: 'string' }, required: false }) groups?: readonly string[];
}

/** The token, unless it comes in the header. */
class UserInfoForm {
  @Text({ required: false }) access_token?: string;
}

const described: Pick<Operation, 'answers' | 'success' | 'status' | 'others' | 'security'> = {
  answers: bodyOf(UserInfoAnswer),
  success: 'Claims about the user, as JSON, or as a JWT where the application asks for one',
  status: 200,
  others: {
    400: oauthFault('Two tokens, or a malformed header'),
    401: oauthFault('No token, or one that is unknown, revoked or expired'),
    403: oauthFault('The token has not the scope openid'),
  },
  security: ['bearer'],
};

/** User info of OpenID Connect (Core section 5.3). */
@OpenToOrigins()
@CountedByPath()
@Tag('OAuth 2.0')
@Controller('oauth2/userinfo')
export class UserInfoController {
  constructor(private readonly info: UserInfo) {}

  @Get()
  @Documented({ id: 'userInfo', summary: 'Claims about the user of a token (OpenID Connect)', ...described })
  get(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.answer(request, response);
  }

  @Post()
  @HttpCode(200)
  @Documented({
    id: 'userInfoByPost',
    summary: 'The same; the token may come in a form',
    takes: bodyOf(UserInfoForm),
    takesForm: true,
    mayTakeNothing: true,
    ...described,
  })
  post(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.answer(request, response);
  }

  private async answer(request: Request, response: Response): Promise<void> {
    const { contentType, text } = await this.info.of(presentedToken(request));
    // Express would add a character set, which a JWT has not.
    response.writeHead(200, {
      'Content-Type': contentType,
      'Cache-Control': 'private, no-store',
      'Content-Length': Buffer.byteLength(text),
    });
    response.end(request.method === 'HEAD' ? undefined : text);
  }
}
