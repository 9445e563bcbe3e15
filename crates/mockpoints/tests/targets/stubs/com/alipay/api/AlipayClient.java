package com.alipay.api;

public interface AlipayClient {
    String execute(String request);

    String pageExecute(String request);
}
