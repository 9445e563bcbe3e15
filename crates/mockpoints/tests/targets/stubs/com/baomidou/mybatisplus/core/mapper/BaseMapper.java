package com.baomidou.mybatisplus.core.mapper;

import java.io.Serializable;

public interface BaseMapper<T> {
    T selectById(Serializable id);

    int insert(T entity);
}
