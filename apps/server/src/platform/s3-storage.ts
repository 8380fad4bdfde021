import type { Readable } from "node:stream";
import {
  GetObjectCommand,
  HeadBucketCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import type { S3Settings } from "../env.ts";
import type { Storage } from "./storage.ts";

/** Any S3-compatible store. */
export const s3Storage = ({ endpoint, bucket, region, accessKey, secretKey }: S3Settings): Storage => {
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
  });
  return {
    put: async (key, content) => {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: content }));
    },
    get: async (key) => {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        return Body as Readable;
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
    mustBeReachable: async () => {
      await client.send(new HeadBucketCommand({ Bucket: bucket }));
    },
  };
};
