import { CreateBucketCommand, ListMultipartUploadsCommand, S3Client } from "@aws-sdk/client-s3";
import type { S3Settings } from "../platform/files/s3-storage.ts";

/** `MCC_TEST_S3_URL`: a real S3 server and an empty bucket, as http://key:secret@127.0.0.1:4690/documents. */
const settingsOf = (address: string): S3Settings => {
  const { origin, username, password, pathname } = new URL(address);
  return {
    endpoint: origin,
    region: "us-east-1",
    bucket: pathname.slice(1),
    accessKey: decodeURIComponent(username),
    secretKey: decodeURIComponent(password),
  };
};

const address = process.env.MCC_TEST_S3_URL;
/** None: the tests against a real server are left out, and say so. */
export const realS3 = address ? settingsOf(address) : undefined;

const clientOf = ({ endpoint, region, accessKey, secretKey }: S3Settings) =>
  new S3Client({
    ...{ endpoint, region, forcePathStyle: true },
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
  });

export const makeBucket = async (settings: S3Settings): Promise<void> => {
  await clientOf(settings)
    .send(new CreateBucketCommand({ Bucket: settings.bucket }))
    .catch((error: Error) => {
      if (error.name !== "BucketAlreadyOwnedByYou") throw error;
    });
};

/** The keys of multipart uploads that were neither completed nor aborted. */
export const unfinishedUploads = async (settings: S3Settings): Promise<string[]> => {
  const found = await clientOf(settings).send(new ListMultipartUploadsCommand({ Bucket: settings.bucket }));
  return (found.Uploads ?? []).map(({ Key = "" }) => Key);
};
