import { Module } from '@nestjs/common';
import { AnswerObservers } from './answer-observers';

@Module({ providers: [AnswerObservers], exports: [AnswerObservers] })
export class HttpModule {}
